/* Condition variables. A waiter is a member of the set __waiting until it is signalled, so a signal without waiters is
   lost, and one who comes later cannot take a signal that was meant for those who were there. Once signalled, a waiter
   does not look at the condition variable any more: it may be gone. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>

/* Set to 1 by --spurious-wakeups: a waiter may then return although nobody signalled. */
int __smtcb_spurious_wakeups = 0;

static void check_condition(const pthread_cond_t *condition)
{
    __smtcb_assert(condition->__destroyed == 0, "lock-misuse",
                   "a condition variable is used that was destroyed or never initialised");
}

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    int clock = attributes == NULL ? CLOCK_REALTIME : attributes->__clock;

    __smtcb_atomic_begin();
    condition->__clock = clock;
    condition->__waiting = 0;
    condition->__mutex = NULL;
    condition->__destroyed = 0;
    __smtcb_atomic_end();
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    __smtcb_atomic_begin();
    check_condition(condition);
    __smtcb_assert(condition->__waiting == 0, "lock-misuse",
                   "a condition variable is destroyed while threads wait for it");
    condition->__destroyed = 1;
    __smtcb_atomic_end();
    return 0;
}

/* Inside the caller's atomic section. */
static void wake(pthread_cond_t *condition, __smtcb_thread_set threads)
{
    condition->__waiting &= ~threads;
    __smtcb_asleep &= ~threads;
}

/* The first of a wait's two steps: releases the mutex and joins the waiters. Gives the thread as a set; the empty set
   where the mutex knows that this is an error. */
static __smtcb_thread_set begin_waiting(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    __smtcb_thread_set self = 0;

    __smtcb_atomic_begin();
    check_condition(condition);
    /* Nobody has waited yet where there is no mutex: then it need not be known who waits. */
    __smtcb_assert(condition->__mutex == mutex || condition->__mutex == NULL || condition->__waiting == 0, "lock-misuse",
                   "threads wait for one condition variable with different mutexes");
    if ((mutex->__kind != PTHREAD_MUTEX_RECURSIVE && mutex->__kind != PTHREAD_MUTEX_ERRORCHECK)
        || mutex->__owner == __smtcb_self) {
        __smtcb_assert(mutex->__owner == __smtcb_self, "lock-misuse",
                       "a thread waits with a mutex that it does not hold");
        __smtcb_assert(mutex->__count == 0, "lock-misuse",
                       "a thread waits with a mutex that it has locked more than once");
        __smtcb_mutex_release(mutex);
        self = __smtcb_self_set();
        condition->__mutex = mutex;
        condition->__waiting |= self;
        __smtcb_asleep |= self;
    }
    __smtcb_atomic_end();
    return self;
}

/* The second step: once signalled, takes the mutex again. Whoever leaves without a signal (the deadline has passed, or
   the thread is cancelled) misses what is signalled from then on, so that others may run before it gets the mutex.
   Whoever is signalled and cancelled may do either. If it ends, its signal is for another waiter, if there is one. */
static _Bool end_waiting(pthread_cond_t *condition, pthread_mutex_t *mutex, __smtcb_thread_set self, _Bool may_time_out)
{
    _Bool leaves, ends;

    __smtcb_atomic_begin();
    leaves = (__smtcb_asleep & self) != 0;
    __smtcb_block_until(!leaves || may_time_out || __smtcb_spurious_wakeups || __smtcb_cancelled(),
                        "the condition variable is signalled");
    if (leaves) {
        wake(condition, self);
        __smtcb_atomic_end();
        __smtcb_atomic_begin();
    }
    __smtcb_mutex_acquire(mutex);
    ends = !leaves && __smtcb_cancelled() && __VERIFIER_nondet_bool();
    if (ends && __smtcb_asleep != 0 && condition->__waiting != 0)
        wake(condition, __smtcb_pick_thread(condition->__waiting));
    __smtcb_atomic_end();
    if (ends)
        pthread_exit(PTHREAD_CANCELED);
    return leaves;
}

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, _Bool may_time_out)
{
    __smtcb_thread_set self = begin_waiting(condition, mutex);

    if (self == 0)
        return EPERM;
    if (!end_waiting(condition, mutex, self, may_time_out))
        return 0;
    pthread_testcancel();
    return may_time_out && (!__smtcb_spurious_wakeups || __VERIFIER_nondet_bool()) ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    return wait_for(condition, mutex, 0);
}

/* By which clock its deadlines are meant, for who can tell. */
static int clock_of_deadlines(pthread_cond_t *condition)
{
    int clock = CLOCK_REALTIME;

    if (__smtcb_clocks_are_read) {
        __smtcb_atomic_begin();
        clock = condition->__clock;
        __smtcb_atomic_end();
    }
    return clock;
}

/* The deadline may pass at any time. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline)
{
    int clock;

    if (!__smtcb_is_time(deadline))
        return EINVAL;
    clock = clock_of_deadlines(condition);
    return __smtcb_timed_out(wait_for(condition, mutex, 1), clock, deadline);
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                           const struct timespec *deadline)
{
    if (!__smtcb_is_clock_for_waits(clock) || !__smtcb_is_time(deadline))
        return EINVAL;
    return __smtcb_timed_out(wait_for(condition, mutex, 1), clock, deadline);
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    __smtcb_atomic_begin();
    check_condition(condition);
    if (condition->__waiting != 0)
        wake(condition, __smtcb_pick_thread(condition->__waiting));
    __smtcb_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    __smtcb_atomic_begin();
    check_condition(condition);
    wake(condition, condition->__waiting);
    __smtcb_atomic_end();
    return 0;
}

int pthread_condattr_init(pthread_condattr_t *attributes)
{
    attributes->__clock = CLOCK_REALTIME;
    attributes->__pshared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock)
{
    if (!__smtcb_is_clock_for_waits(clock))
        return EINVAL;
    attributes->__clock = (short)clock;
    return 0;
}

int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock)
{
    *clock = attributes->__clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attributes->__pshared = (short)shared;
    return 0;
}

int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared)
{
    *shared = attributes->__pshared;
    return 0;
}
