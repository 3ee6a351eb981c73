/*
 * CAV 2014, row 28: buggy_simple_loop. A loop in one thread, a single wrong step in the other. SAFE leaves the step out.
 */
#include <assert.h>
#include <pthread.h>

#ifndef LOOPS
#define LOOPS 2
#endif

static int x, y;

static void *loop(void *unused) {
    for (int i = 0; i < LOOPS; i++) {
        x = y;
        y = x + 1;
    }
    return NULL;
}

static void *step(void *unused) {
#ifdef SAFE
    y = 0;
#else
    y = LOOPS + 3;
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, loop, NULL);
    pthread_create(&b, NULL, step, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(y <= LOOPS + 2);
    return 0;
}
