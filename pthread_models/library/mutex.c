/* Mutexes. A mutex is free or has an owner; locking it is one step that is possible only where it is free, so that a
   thread locking a normal mutex of its own is blocked for ever. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>

enum { DESTROYED = -1, DESTROYED_ATTRIBUTES = 255 };
enum { SHARED_FLAG = 1, ROBUST_FLAG = 2 }; /* of attributes */

/* Of a mutex: its owner has ended, and who has it now has not called it consistent yet; that was never done, so that
   nobody can lock it any more. */
enum { STALLED, ROBUST, INCONSISTENT, LOST };

/* Asked where a program makes robust mutexes at all: others do without the rest. */
#define IF_ROBUST(mutex)                                                                                                \
    if (__smtcb_is_part("pthread_mutexattr_setrobust"))                                                                 \
        if ((mutex)->__robust != STALLED)

/* An all-zero mutex is an initialised one. Memory that nobody initialised may hold anything, also a wrong kind. */
static void check_mutex(const pthread_mutex_t *mutex)
{
    int kind = mutex->__kind;

    __smtcb_assert(kind >= PTHREAD_MUTEX_NORMAL && kind <= PTHREAD_MUTEX_ADAPTIVE_NP, "lock-misuse",
                   "a mutex is used that was destroyed or never initialised");
}

/* A recursive or error-checking mutex that the running thread holds already. Normal ones do not ask for their owner. */
static _Bool is_locked_again(const pthread_mutex_t *mutex)
{
    int kind = mutex->__kind;

    return (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) && mutex->__owner == __smtcb_self;
}

static int lock_again(pthread_mutex_t *mutex, int error_when_checked)
{
    if (mutex->__kind == PTHREAD_MUTEX_ERRORCHECK)
        return error_when_checked;
    mutex->__count++;
    return 0;
}

/* Of a robust mutex. Whoever comes after an owner that has ended is told so. Inside the caller's atomic section. */
static int take_robust(pthread_mutex_t *mutex, int busy)
{
    struct __smtcb_thread *owner = mutex->__owner;

    if (mutex->__robust == LOST)
        return ENOTRECOVERABLE;
    if (owner != NULL && !owner->ended)
        return busy;
    mutex->__owner = __smtcb_self;
    if (owner == NULL)
        return 0;
    mutex->__count = 0;
    mutex->__robust = INCONSISTENT;
    return EOWNERDEAD;
}

static int lock_robust(pthread_mutex_t *mutex)
{
    struct __smtcb_thread *owner = mutex->__owner;

    __smtcb_wait_for(owner == NULL || owner->ended, "the mutex is free", mutex, owner, 0);
    return take_robust(mutex, 0);
}

/* Inside the caller's atomic section, like its opposite. */
void __smtcb_mutex_acquire(pthread_mutex_t *mutex)
{
    struct __smtcb_thread *owner = mutex->__owner;

    IF_ROBUST(mutex) {
        if (lock_robust(mutex) != 0)
            __smtcb_unsupported("a wait for a condition variable that ends with a robust mutex of a thread that has ended");
        return;
    }
    __smtcb_wait_for(owner == NULL, "the mutex is free", mutex, owner, 0);
    mutex->__owner = __smtcb_self;
}

void __smtcb_mutex_release(pthread_mutex_t *mutex)
{
    IF_ROBUST(mutex)
        if (mutex->__robust == INCONSISTENT)
            mutex->__robust = LOST;
    mutex->__owner = NULL;
}

static int unlock_robust(pthread_mutex_t *mutex)
{
    if (mutex->__owner != __smtcb_self)
        return EPERM;
    if (mutex->__count > 0) {
        mutex->__count--;
        return 0;
    }
    __smtcb_mutex_release(mutex);
    return 0;
}

static _Bool is_orphan(const pthread_mutex_t *mutex)
{
    return mutex->__owner != NULL && mutex->__owner->ended;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int kind = attributes == NULL ? PTHREAD_MUTEX_DEFAULT : attributes->__kind;

    __smtcb_assert(kind <= PTHREAD_MUTEX_ADAPTIVE_NP, "lock-misuse",
                   "a mutex gets attributes that were destroyed or never initialised");
    __smtcb_atomic_begin();
    mutex->__count = 0;
    mutex->__owner = NULL;
    mutex->__kind = kind;
    if (__smtcb_is_part("pthread_mutexattr_setrobust"))
        mutex->__robust = attributes != NULL && (attributes->__flags & ROBUST_FLAG) ? ROBUST : STALLED;
    if (__smtcb_is_part("pthread_mutex_getprioceiling"))
        mutex->__ceiling = attributes != NULL && attributes->__protocol == PTHREAD_PRIO_PROTECT ? attributes->__ceiling : 0;
    __smtcb_atomic_end();
    return 0;
}

/* Priorities make no difference; what was said about them is kept. */
int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *ceiling)
{
    int now;

    __smtcb_atomic_begin();
    check_mutex(mutex);
    now = (int)mutex->__ceiling;
    __smtcb_atomic_end();
    if (now == 0)
        return EINVAL;
    *ceiling = now;
    return 0;
}

int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int ceiling, int *old_ceiling)
{
    int old;
    int error = pthread_mutex_getprioceiling(mutex, &old);

    if (error != 0 || ceiling < 1 || ceiling > 99)
        return EINVAL;
    error = pthread_mutex_lock(mutex);
    if (error != 0)
        return error;
    __smtcb_atomic_begin();
    mutex->__ceiling = (unsigned)ceiling;
    __smtcb_atomic_end();
    pthread_mutex_unlock(mutex);
    if (old_ceiling != NULL)
        *old_ceiling = old;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    __smtcb_atomic_begin();
    check_mutex(mutex);
    IF_ROBUST(mutex)
        if (is_orphan(mutex))
            __smtcb_mutex_release(mutex);
    __smtcb_assert(mutex->__owner == NULL, "lock-misuse", "a mutex is destroyed while it is locked");
    mutex->__kind = DESTROYED;
    __smtcb_atomic_end();
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    int error = 0;

    __smtcb_atomic_begin();
    check_mutex(mutex);
    IF_ROBUST(mutex) {
        error = is_locked_again(mutex) ? lock_again(mutex, EDEADLK) : lock_robust(mutex);
        __smtcb_atomic_end();
        return error;
    }
    if (is_locked_again(mutex))
        error = lock_again(mutex, EDEADLK);
    else
        __smtcb_mutex_acquire(mutex);
    __smtcb_atomic_end();
    return error;
}

/* Locks where that is possible at once; `busy` is the error where it is not. */
static int lock_if_free(pthread_mutex_t *mutex, int busy, int busy_by_oneself)
{
    int error = 0;

    __smtcb_atomic_begin();
    check_mutex(mutex);
    IF_ROBUST(mutex) {
        error = is_locked_again(mutex) ? lock_again(mutex, busy_by_oneself) : take_robust(mutex, busy);
        __smtcb_atomic_end();
        return error;
    }
    if (is_locked_again(mutex))
        error = lock_again(mutex, busy_by_oneself);
    else if (mutex->__owner == NULL)
        mutex->__owner = __smtcb_self;
    else
        error = busy;
    __smtcb_atomic_end();
    return error;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return lock_if_free(mutex, EBUSY, EBUSY);
}

/* A wait with a deadline may end at any time: locked where the mutex is free, timed out where it is not. Whether the
   deadline is one matters only then, as in glibc. */
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline)
{
    int error;

    if (!__smtcb_is_clock_for_waits(clock))
        return EINVAL;
    error = __smtcb_is_time(deadline) ? ETIMEDOUT : EINVAL;
    return __smtcb_timed_out(lock_if_free(mutex, error, EDEADLK), clock, deadline);
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline)
{
    return pthread_mutex_clocklock(mutex, CLOCK_REALTIME, deadline);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    int error = 0;
    int kind;

    __smtcb_atomic_begin();
    check_mutex(mutex);
    IF_ROBUST(mutex) {
        error = unlock_robust(mutex);
        __smtcb_atomic_end();
        return error;
    }
    kind = mutex->__kind;
    if (kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK) {
        if (mutex->__owner != __smtcb_self)
            error = EPERM;
        else if (mutex->__count > 0)
            mutex->__count--;
        else
            __smtcb_mutex_release(mutex);
    } else {
        __smtcb_assert(mutex->__owner == __smtcb_self, "lock-misuse",
                       "a mutex is unlocked by a thread that does not hold it");
        __smtcb_mutex_release(mutex);
    }
    __smtcb_atomic_end();
    return error;
}

int pthread_mutexattr_init(pthread_mutexattr_t *attributes)
{
    attributes->__kind = PTHREAD_MUTEX_DEFAULT;
    attributes->__flags = 0;
    attributes->__protocol = PTHREAD_PRIO_NONE;
    attributes->__ceiling = 1;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes)
{
    attributes->__kind = DESTROYED_ATTRIBUTES;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int kind)
{
    if (kind < PTHREAD_MUTEX_NORMAL || kind > PTHREAD_MUTEX_ADAPTIVE_NP)
        return EINVAL;
    attributes->__kind = (unsigned char)kind;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *kind)
{
    *kind = attributes->__kind;
    return 0;
}

int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attributes, int kind)
{
    return pthread_mutexattr_settype(attributes, kind);
}

int pthread_mutexattr_getkind_np(const pthread_mutexattr_t *attributes, int *kind)
{
    return pthread_mutexattr_gettype(attributes, kind);
}

/* Sharing between processes and priorities make no difference to what one process does. */
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attributes->__flags = (unsigned char)((attributes->__flags & ROBUST_FLAG) | (shared ? SHARED_FLAG : 0));
    return 0;
}

int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared)
{
    *shared = attributes->__flags & SHARED_FLAG ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol)
{
    if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT)
        return EINVAL;
    attributes->__protocol = (unsigned char)protocol;
    return 0;
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol)
{
    *protocol = attributes->__protocol;
    return 0;
}

/* Priorities of SCHED_FIFO. */
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int ceiling)
{
    if (ceiling < 1 || ceiling > 99)
        return EINVAL;
    attributes->__ceiling = (signed char)ceiling;
    return 0;
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *ceiling)
{
    *ceiling = attributes->__ceiling;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust)
{
    if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST)
        return EINVAL;
    attributes->__flags = (unsigned char)((attributes->__flags & SHARED_FLAG) | (robust ? ROBUST_FLAG : 0));
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust)
{
    *robust = attributes->__flags & ROBUST_FLAG ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_mutex_consistent(pthread_mutex_t *mutex)
{
    int error = EINVAL;

    __smtcb_atomic_begin();
    check_mutex(mutex);
    IF_ROBUST(mutex)
        if (mutex->__robust == INCONSISTENT) {
            mutex->__robust = ROBUST;
            error = 0;
        }
    __smtcb_atomic_end();
    return error;
}
