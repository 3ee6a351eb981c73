/*
 * A pool of WORKERS takes JOBS jobs from a shared index and adds up their results. BAD takes the index without the
 * lock and adds without it.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef JOBS
#define JOBS 3
#endif

static int next_job, sum, done[JOBS];
#ifdef BAD
#define LOCK()
#define UNLOCK()
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

static int take(void) {
    LOCK();
    int job = next_job;
    if (job < JOBS)
        next_job = job + 1;
    UNLOCK();
    return job;
}

static void *worker(void *unused) {
    for (int job = take(); job < JOBS; job = take()) {
        done[job]++;
        LOCK();
        sum += job + 1;
        UNLOCK();
    }
    return NULL;
}

int main(void) {
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < JOBS; i++)
        assert(done[i] == 1);
    assert(sum == JOBS * (JOBS + 1) / 2);
    return 0;
}
