// verdict: safe
/* A deadline with a second or more of nanoseconds, or by a clock that waits cannot go by, is refused. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

int main(void)
{
    struct timespec wrong = {0, 1000000000}, negative = {0, -1}, right = {0, 0};
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
    sem_t semaphore;
    mtx_t plain;

    assert(pthread_mutex_timedlock(&mutex, &wrong) == 0); /* it is free: the deadline does not matter */
    assert(pthread_mutex_timedlock(&mutex, &wrong) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &right) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_PROCESS_CPUTIME_ID, &right) == EINVAL);
    assert(pthread_cond_timedwait(&condition, &mutex, &wrong) == EINVAL);
    assert(pthread_cond_timedwait(&condition, &mutex, &negative) == EINVAL);
    assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_PROCESS_CPUTIME_ID, &right) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0); /* the waits have not released it */

    assert(pthread_rwlock_rdlock(&rwlock) == 0);
    assert(pthread_rwlock_timedwrlock(&rwlock, &wrong) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&rwlock, &negative) == EINVAL);
    assert(pthread_rwlock_clockwrlock(&rwlock, CLOCK_PROCESS_CPUTIME_ID, &right) == EINVAL);
    assert(pthread_rwlock_clockrdlock(&rwlock, CLOCK_PROCESS_CPUTIME_ID, &right) == EINVAL);

    assert(sem_init(&semaphore, 0, 0) == 0);
    errno = 0;
    assert(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_clockwait(&semaphore, CLOCK_PROCESS_CPUTIME_ID, &right) == -1 && errno == EINVAL);

    errno = 0;
    assert(nanosleep(&wrong, NULL) == -1 && errno == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &right, NULL) == 0);
    assert(pthread_timedjoin_np(pthread_self(), NULL, &right) == EDEADLK);

    assert(mtx_init(&plain, mtx_timed) == thrd_success && mtx_lock(&plain) == thrd_success);
    assert(mtx_timedlock(&plain, &wrong) == thrd_error);
    assert(thrd_sleep(&wrong, NULL) < 0 && thrd_sleep(&right, NULL) == 0);
    mtx_unlock(&plain);
    mtx_destroy(&plain);
}
