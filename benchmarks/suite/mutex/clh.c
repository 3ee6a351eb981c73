/* CLH queue lock: every thread spins on its predecessor's node. BAD reads the tail and replaces it in two steps. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static volatile int held[THREADS + 1];
static volatile int tail = THREADS;
static volatile int inside;

static void *worker(void *argument) {
    int me = (int)(long)argument;
    held[me] = 1;
#ifdef BAD
    int predecessor = tail;
    tail = me;
#else
    int predecessor = __sync_lock_test_and_set(&tail, me);
#endif
    while (held[predecessor])
        ;
    inside++;
    assert(inside == 1);
    inside--;
    held[me] = 0;
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
