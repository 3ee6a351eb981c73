// verdict: safe
/* Waits with a deadline of a given clock: what is free is got, what is not times out. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;
static const struct timespec soon = {1, 0};

static void *holder(void *argument)
{
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    return argument;
}

int main(void)
{
    pthread_t thread;

    sem_init(&semaphore, 0, 1);
    assert(sem_clockwait(&semaphore, CLOCK_REALTIME, &soon) == 0);
    assert(sem_clockwait(&semaphore, CLOCK_REALTIME, &soon) == -1 && errno == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &soon) == 0);
    pthread_create(&thread, NULL, holder, NULL);
    pthread_join(thread, NULL);
    assert(pthread_rwlock_unlock(&rwlock) == 0 && pthread_mutex_unlock(&mutex) == 0);
}
