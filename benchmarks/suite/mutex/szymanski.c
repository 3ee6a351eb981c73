/* Szymanski's algorithm: a waiting room with an entry and an exit door. BAD does not wait for those ahead. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static volatile int flag[THREADS], inside;

static int some(int me, int low, int high) {
    for (int k = 0; k < THREADS; k++) {
        int f = flag[k];
        if (k != me && low <= f && f <= high)
            return 1;
    }
    return 0;
}

static void lock(int me) {
    flag[me] = 1;
    while (some(me, 3, 4))
        ;
    flag[me] = 3;
    if (some(me, 1, 1)) {
        flag[me] = 2;
        while (!some(me, 4, 4))
            ;
    }
    flag[me] = 4;
#ifndef BAD
    for (int k = 0; k < me; k++)
        while (flag[k] >= 2)
            ;
#endif
}

static void unlock(int me) {
    for (int k = me + 1; k < THREADS; k++)
        for (;;) {
            int f = flag[k];
            if (f < 2 || f > 3)
                break;
        }
    flag[me] = 0;
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
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
