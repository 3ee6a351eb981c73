/*
 * SPIN 2008, figure 1: Peterson's algorithm with a descriptor per thread, as an encyclopedia had it. The flags are
 * reached through pointers. STALE is what a compiler may make of it when the pointers lack `volatile`: the other's
 * flag is read before the own one is written. LOOPS critical sections per thread.
 */
#include <assert.h>
#include <pthread.h>

#ifndef LOOPS
#define LOOPS 1
#endif

struct descriptor {
    volatile int *own, *other;
    int last;
};

static volatile int flag0, flag1, last;
static volatile int inside;

static void initialise(struct descriptor *d, int id) {
    d->own = id ? &flag1 : &flag0;
    d->other = id ? &flag0 : &flag1;
    d->last = id;
}

static void lock(struct descriptor *d) {
#ifdef STALE
    int seen = *d->other;
    *d->own = 1;
    last = d->last;
    while (seen == 1 && last == d->last)
        seen = *d->other;
#else
    *d->own = 1;
    last = d->last;
    while (*d->other == 1 && last == d->last)
        ;
#endif
}

static void unlock(struct descriptor *d) { *d->own = 0; }

static void critical(void) {
    inside++;
    assert(inside == 1);
    inside--;
}

static void *worker(void *argument) {
    struct descriptor d;
    initialise(&d, (int)(long)argument);
    for (int i = 0; i < LOOPS; i++) {
        lock(&d);
        critical();
        unlock(&d);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
