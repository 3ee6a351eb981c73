"""Small programs that tests of swarms share."""

from __future__ import annotations

LOST_UPDATE = """\
#include <assert.h>
#include <pthread.h>
int x;
void *count(void *unused) { x++; x++; return unused; }
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x >= 3);
}
"""
SAFE = LOST_UPDATE.replace("x >= 3", "x >= 2")
LOCKED = LOST_UPDATE.replace("int x;", "int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;").replace(
    "x++; x++;", "pthread_mutex_lock(&m); x++; x++; pthread_mutex_unlock(&m);"
)
DEADLOCK = """\
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void both(pthread_mutex_t *p, pthread_mutex_t *q)
{
    pthread_mutex_lock(p);
    pthread_mutex_lock(q);
    pthread_mutex_unlock(q);
    pthread_mutex_unlock(p);
}
void *one(void *u) { both(&a, &b); return u; }
void *two(void *u) { both(&b, &a); return u; }
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
}
"""
LOOP = """\
#include <assert.h>
#include <pthread.h>
int x, __VERIFIER_nondet_int(void);
void *count(void *unused) { while (__VERIFIER_nondet_int()) x++; return unused; }
int main(void)
{
    pthread_t first;
    pthread_create(&first, NULL, count, NULL);
    x++;
    pthread_join(first, NULL);
    assert(x >= 1);
}
"""
# What may fail in the first thread's section was not asked for: see `IN_DOUBT`.
UNASKED_AND_SAFE = """\
#include <assert.h>
#include <pthread.h>
int x, y, z, *where;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *one(void *u) { pthread_mutex_lock(&m); x = 1; y = *where; x = y; pthread_mutex_unlock(&m); return u; }
void *two(void *u) { pthread_mutex_lock(&m); where = &z; assert(x < 2); pthread_mutex_unlock(&m); return u; }
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, one, NULL);
    pthread_create(&second, NULL, two, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
}
"""
FAILS_UNASKED = UNASKED_AND_SAFE.replace("x < 2", "x > 2")
# Three threads with some steps each: instances take a moment.
BUSY = """\
#include <assert.h>
#include <pthread.h>
int x, y;
void *count(void *unused) { for (int i = 0; i < 3; i++) { int a = x; x = y + 1; y = a; } return unused; }
int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], NULL);
    assert(x + y < 30);
}
"""
