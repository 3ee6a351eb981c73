// verdict: safe
/* Every attribute of a lock is kept as it was set, and wrong ones are refused. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static void of_mutexes(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    int value;

    assert(pthread_mutexattr_init(&attributes) == 0);
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_NONE);
    assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setpshared(&attributes, 7) == EINVAL);
    assert(pthread_mutexattr_setprioceiling(&attributes, 5) == 0);
    assert(pthread_mutexattr_setprioceiling(&attributes, 1000) == EINVAL);
    assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 5);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_setprotocol(&attributes, 7) == EINVAL);
    assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_setrobust(&attributes, 7) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutex_init(&mutex, &attributes) == 0);
    assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_destroy(&mutex) == 0);
    assert(pthread_mutexattr_destroy(&attributes) == 0);
}

static void of_conditions(void)
{
    pthread_condattr_t attributes;
    clockid_t clock;
    int value;

    assert(pthread_condattr_init(&attributes) == 0);
    assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_REALTIME);
    assert(pthread_condattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_setpshared(&attributes, 7) == EINVAL);
    assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
    assert(pthread_condattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_destroy(&attributes) == 0);
}

static void of_rwlocks_and_barriers(void)
{
    pthread_rwlockattr_t attributes;
    pthread_barrierattr_t of_barrier;
    int value;

    assert(pthread_rwlockattr_init(&attributes) == 0);
    assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_setpshared(&attributes, 7) == EINVAL);
    assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_READER_NP);
    assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
    assert(pthread_rwlockattr_setkind_np(&attributes, 7) == EINVAL);
    assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0);
    assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    assert(pthread_rwlockattr_destroy(&attributes) == 0);

    assert(pthread_barrierattr_init(&of_barrier) == 0);
    assert(pthread_barrierattr_setpshared(&of_barrier, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_barrierattr_setpshared(&of_barrier, 7) == EINVAL);
    assert(pthread_barrierattr_getpshared(&of_barrier, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_barrierattr_destroy(&of_barrier) == 0);
}

int main(void)
{
    of_mutexes();
    of_conditions();
    of_rwlocks_and_barriers();
}
