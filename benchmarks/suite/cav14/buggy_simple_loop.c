/*
 * CAV 2014, row 28: buggy_simple_loop. A loop counts up, a checker finds it at a value that its author believed out
 * of reach. SAFE allows that value.
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

static void *check(void *unused) {
#ifdef SAFE
    assert(y <= LOOPS);
#else
    assert(y < LOOPS);
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, loop, NULL);
    pthread_create(&b, NULL, check, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
