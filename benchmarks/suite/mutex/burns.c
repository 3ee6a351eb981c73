/* Burns and Lynch's algorithm: one bit per thread. BAD leaves out the last wait for the higher numbers. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static volatile int flag[THREADS], inside;

static void lock(int me) {
again:
    flag[me] = 0;
    for (int k = 0; k < me; k++)
        if (flag[k])
            goto again;
    flag[me] = 1;
    for (int k = 0; k < me; k++)
        if (flag[k])
            goto again;
#ifndef BAD
    for (int k = me + 1; k < THREADS; k++)
        while (flag[k])
            ;
#endif
}

static void *worker(void *argument) {
    int me = (int)(long)argument;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    flag[me] = 0;
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
