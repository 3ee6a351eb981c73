/* Lamport's fast mutex: seven accesses when nobody competes. BAD trusts y alone and does not look at x again. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static volatile int b[THREADS + 1], x, y, inside;

static void lock(int me) {
    for (;;) {
        b[me] = 1;
        x = me;
        if (y != 0) {
            b[me] = 0;
            while (y != 0)
                ;
            continue;
        }
        y = me;
#ifdef BAD
        return;
#else
        if (x == me)
            return;
        b[me] = 0;
        for (int k = 1; k <= THREADS; k++)
            while (b[k])
                ;
        if (y == me)
            return;
        while (y != 0)
            ;
#endif
    }
}

static void unlock(int me) {
    y = 0;
    b[me] = 0;
}

static void *worker(void *argument) {
    int me = (int)(long)argument;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    unlock(me);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
