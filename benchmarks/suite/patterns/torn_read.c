/*
 * A value of several words is written and read while others look. WHAT: 0 a struct assignment, 1 memcpy, 2 two
 * fields, 3 two reads in one condition. LOCK makes both sides exclusive.
 */
#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef WHAT
#define WHAT 0
#endif

struct pair {
    short a, b;
};

static struct pair shared;
#ifdef LOCK
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define ENTER() pthread_mutex_lock(&lock)
#define LEAVE() pthread_mutex_unlock(&lock)
#else
#define ENTER()
#define LEAVE()
#endif

static void *writer(void *unused) {
    struct pair fresh = {1, 1};
    ENTER();
#if WHAT == 1
    memcpy(&shared, &fresh, sizeof fresh);
#elif WHAT == 2 || WHAT == 3
    shared.a = fresh.a;
    shared.b = fresh.b;
#else
    shared = fresh;
#endif
    LEAVE();
    return NULL;
}

static void *reader(void *unused) {
    struct pair seen = {0, 0};
    ENTER();
#if WHAT == 1
    memcpy(&seen, &shared, sizeof seen);
#elif WHAT == 2
    seen.a = shared.a;
    seen.b = shared.b;
#elif WHAT == 3
    if (shared.a == 0 && shared.b == 1)
        seen.a = 1;
#else
    seen = shared;
#endif
    LEAVE();
    assert(seen.a == seen.b);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
