/* Barriers. Those who arrive wait in a set; the last to arrive wakes them and is the serial thread. It may destroy the
   barrier at once, so that the others do not look at it again. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>

static void check_barrier(const pthread_barrier_t *barrier)
{
    __smtcb_assert(barrier->__count > 0, "lock-misuse", "a barrier is used that was destroyed or never initialised");
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count)
{
    (void)attributes;
    if (count == 0)
        return EINVAL;
    __smtcb_atomic_begin();
    barrier->__waiting = 0;
    barrier->__arrived = 0;
    barrier->__count = count;
    __smtcb_atomic_end();
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    __smtcb_atomic_begin();
    check_barrier(barrier);
    __smtcb_assert(barrier->__arrived == 0, "lock-misuse", "a barrier is destroyed while threads wait at it");
    barrier->__count = 0;
    __smtcb_atomic_end();
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    __smtcb_thread_set self;
    _Bool is_last;

    __smtcb_atomic_begin();
    check_barrier(barrier);
    self = __smtcb_self_set();
    is_last = barrier->__arrived + 1 == barrier->__count;
    if (is_last) {
        __smtcb_asleep &= ~barrier->__waiting;
        barrier->__waiting = 0;
        barrier->__arrived = 0;
    } else {
        barrier->__arrived++;
        barrier->__waiting |= self;
        __smtcb_asleep |= self;
    }
    __smtcb_atomic_end();
    if (is_last)
        return PTHREAD_BARRIER_SERIAL_THREAD;

    __smtcb_block_until((__smtcb_asleep & self) == 0, "all threads have arrived at the barrier");
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t *attributes)
{
    attributes->__pshared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attributes->__pshared = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared)
{
    *shared = attributes->__pshared;
    return 0;
}
