"""Small programs that tests of checking share."""

from __future__ import annotations

HEADER = """\
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
bool __VERIFIER_nondet_bool(void);
double __VERIFIER_nondet_double(void);
void __VERIFIER_assume(int);
int unknown(int);
"""

LOST_UPDATE = """\
#include <assert.h>
#include <pthread.h>
int x;
void *count(void *unused)
{
    for (int i = 0; i < 2; i++)
        x++;
    return unused;
}
int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(x == 4);
}
"""

LOOP = """\
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < n; i++)
        sum++;
    assert(sum != 3);
}
"""

SELF_JOIN = """\
#include <assert.h>
#include <pthread.h>
int x;
void *set(void *unused)
{
    x = 1;
    return unused;
}
int main(void)
{
    pthread_t other;
    pthread_create(&other, NULL, set, NULL);
    pthread_join(pthread_self(), NULL);
    assert(0);
}
"""
