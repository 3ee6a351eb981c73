/*
 * CAV 2014, row 40: barrier. A barrier made of a counter, a lock and a condition variable. BAD counts one thread too
 * few.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 3
#endif
#ifdef BAD
#define NEEDED (THREADS - 1)
#else
#define NEEDED THREADS
#endif

static int arrived, opened, before;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open_ = PTHREAD_COND_INITIALIZER;

static void wait_at_barrier(void) {
    pthread_mutex_lock(&lock);
    before++;
    arrived++;
    if (arrived == NEEDED) {
        opened = 1;
        pthread_cond_broadcast(&open_);
    }
    while (!opened)
        pthread_cond_wait(&open_, &lock);
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    wait_at_barrier();
    assert(before == THREADS);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
