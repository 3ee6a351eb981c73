/* The dining philosophers. FIXED lets the last one reach for the other fork first. */
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif

static pthread_mutex_t forks[THREADS];

static void *philosopher(void *argument) {
    int me = (int)(long)argument, first = me, second = (me + 1) % THREADS;
#ifdef FIXED
    if (me == THREADS - 1) {
        first = second;
        second = me;
    }
#endif
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_mutex_init(&forks[i], NULL);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, philosopher, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
