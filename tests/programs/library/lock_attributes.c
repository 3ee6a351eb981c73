// verdict: safe
/* Attributes of locks are kept or make no difference, and the locks made with them work. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutexattr_t of_mutex;
    pthread_condattr_t of_condition;
    pthread_rwlockattr_t of_rwlock;
    pthread_barrierattr_t of_barrier;
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
    clockid_t clock;
    int value;

    assert(pthread_mutexattr_init(&of_mutex) == 0);
    assert(pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setprotocol(&of_mutex, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_setprioceiling(&of_mutex, 3) == 0);
    assert(pthread_mutexattr_setrobust(&of_mutex, PTHREAD_MUTEX_STALLED) == 0);
    assert(pthread_mutexattr_settype(&of_mutex, 77) == EINVAL);
    assert(pthread_mutexattr_setkind_np(&of_mutex, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_getkind_np(&of_mutex, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutex_init(&mutex, &of_mutex) == 0);
    assert(pthread_mutexattr_destroy(&of_mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);

    assert(pthread_condattr_init(&of_condition) == 0);
    assert(pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_condattr_setclock(&of_condition, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_getclock(&of_condition, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_cond_init(&condition, &of_condition) == 0);
    assert(pthread_condattr_destroy(&of_condition) == 0);
    assert(pthread_cond_signal(&condition) == 0 && pthread_cond_destroy(&condition) == 0);

    assert(pthread_rwlockattr_init(&of_rwlock) == 0);
    assert(pthread_rwlockattr_setpshared(&of_rwlock, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_rwlock_init(&rwlock, &of_rwlock) == 0);
    assert(pthread_rwlockattr_destroy(&of_rwlock) == 0);
    assert(pthread_rwlock_rdlock(&rwlock) == 0 && pthread_rwlock_unlock(&rwlock) == 0);
    assert(pthread_rwlock_destroy(&rwlock) == 0);

    assert(pthread_barrierattr_init(&of_barrier) == 0);
    assert(pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_barrierattr_getpshared(&of_barrier, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_barrier_init(&barrier, &of_barrier, 1) == 0);
    assert(pthread_barrierattr_destroy(&of_barrier) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&barrier) == 0);
}
