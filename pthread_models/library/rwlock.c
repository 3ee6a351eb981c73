/* Read-write locks: any number of readers or one writer. As in glibc, readers may come in while a writer waits, but not
   into a lock of the kind PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>

static void check_rwlock(const pthread_rwlock_t *lock)
{
    __smtcb_assert(lock->__destroyed == 0, "lock-misuse",
                   "a read-write lock is used that was destroyed or never initialised");
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    int kind = attributes != NULL ? attributes->__kind : PTHREAD_RWLOCK_DEFAULT_NP;

    __smtcb_atomic_begin();
    lock->__kind = kind;
    lock->__waiting_writers = 0;
    lock->__readers = 0;
    lock->__reader_set = 0;
    lock->__nested = 0;
    lock->__writer = NULL;
    lock->__destroyed = 0;
    __smtcb_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    __smtcb_atomic_begin();
    check_rwlock(lock);
    __smtcb_assert(lock->__readers == 0 && lock->__writer == NULL, "lock-misuse",
                   "a read-write lock is destroyed while it is locked");
    lock->__destroyed = 1;
    __smtcb_atomic_end();
    return 0;
}

/* Whether a reader has to let those writers go first that wait already. */
static _Bool writers_come_first(const pthread_rwlock_t *lock)
{
    return lock->__kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP && lock->__waiting_writers > 0;
}

static void begin_reading(pthread_rwlock_t *lock)
{
    __smtcb_thread_set self = __smtcb_self_set();

    lock->__readers++;
    if ((lock->__reader_set & self) != 0)
        lock->__nested = 1;
    lock->__reader_set |= self;
}

/* Who holds how many read locks is known exactly unless a thread holds more than one. Then every thread that has read
   since the first one may be a holder, until the last read lock is given back. */
static void end_reading(pthread_rwlock_t *lock)
{
    __smtcb_thread_set self = __smtcb_self_set();

    __smtcb_assert((lock->__reader_set & self) != 0, "lock-misuse",
                   "a read-write lock is unlocked by a thread that does not hold it");
    if (lock->__readers > 0)
        lock->__readers--;
    if (lock->__readers == 0) {
        lock->__reader_set = 0;
        lock->__nested = 0;
    } else if (!lock->__nested) {
        lock->__reader_set &= ~self;
    }
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    int error = 0;

    __smtcb_atomic_begin();
    check_rwlock(lock);
    if (lock->__writer == __smtcb_self) {
        error = EDEADLK;
    } else {
        __smtcb_wait_for(lock->__writer == NULL && !writers_come_first(lock), "no thread writes or waits to write first",
                         lock, lock->__writer,
                         lock->__writer != NULL || lock->__nested ? 0 : lock->__reader_set);
        begin_reading(lock);
    }
    __smtcb_atomic_end();
    return error;
}

/* In a lock that prefers writers, one that cannot have it at once lets it be known that it waits. */
static _Bool announce_writer(pthread_rwlock_t *lock)
{
    _Bool waits;

    if (lock->__kind != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return 0;
    __smtcb_atomic_begin();
    check_rwlock(lock);
    waits = lock->__writer != __smtcb_self && (lock->__writer != NULL || lock->__readers > 0);
    if (waits)
        lock->__waiting_writers++;
    __smtcb_atomic_end();
    return waits;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    _Bool announced = announce_writer(lock);
    int error = 0;

    __smtcb_atomic_begin();
    check_rwlock(lock);
    if (lock->__writer == __smtcb_self) {
        error = EDEADLK;
    } else {
        __smtcb_wait_for(lock->__writer == NULL && lock->__readers == 0, "no thread reads or writes", lock, lock->__writer,
                         lock->__nested ? 0 : lock->__reader_set);
        if (announced)
            lock->__waiting_writers--;
        lock->__writer = __smtcb_self;
    }
    __smtcb_atomic_end();
    return error;
}

/* Locks where that is possible at once; the errors are for a lock that another thread holds, or the running one. */
static int read_if_possible(pthread_rwlock_t *lock, int error, int error_by_oneself)
{
    __smtcb_atomic_begin();
    check_rwlock(lock);
    if (lock->__writer == __smtcb_self) {
        error = error_by_oneself;
    } else if (lock->__writer == NULL && !writers_come_first(lock)) {
        begin_reading(lock);
        error = 0;
    }
    __smtcb_atomic_end();
    return error;
}

static int write_if_possible(pthread_rwlock_t *lock, _Bool announced, int error, int error_by_oneself)
{
    __smtcb_atomic_begin();
    check_rwlock(lock);
    if (announced)
        lock->__waiting_writers--;
    if (lock->__writer == __smtcb_self) {
        error = error_by_oneself;
    } else if (lock->__writer == NULL && lock->__readers == 0) {
        lock->__writer = __smtcb_self;
        error = 0;
    }
    __smtcb_atomic_end();
    return error;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return read_if_possible(lock, EBUSY, EBUSY);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return write_if_possible(lock, 0, EBUSY, EBUSY);
}

/* A wait with a deadline may end at any time: locked where that is possible, timed out where it is not. */
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline)
{
    if (!__smtcb_is_clock_for_waits(clock) || !__smtcb_is_time(deadline))
        return EINVAL;
    return __smtcb_timed_out(read_if_possible(lock, ETIMEDOUT, EDEADLK), clock, deadline);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *deadline)
{
    if (!__smtcb_is_clock_for_waits(clock) || !__smtcb_is_time(deadline))
        return EINVAL;
    return __smtcb_timed_out(write_if_possible(lock, announce_writer(lock), ETIMEDOUT, EDEADLK), clock, deadline);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    return pthread_rwlock_clockrdlock(lock, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *deadline)
{
    return pthread_rwlock_clockwrlock(lock, CLOCK_REALTIME, deadline);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    __smtcb_atomic_begin();
    check_rwlock(lock);
    if (lock->__writer == __smtcb_self)
        lock->__writer = NULL;
    else
        end_reading(lock);
    __smtcb_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes)
{
    attributes->__kind = PTHREAD_RWLOCK_DEFAULT_NP;
    attributes->__pshared = PTHREAD_PROCESS_PRIVATE;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared)
{
    if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED)
        return EINVAL;
    attributes->__pshared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared)
{
    *shared = attributes->__pshared;
    return 0;
}

/* As in glibc, PTHREAD_RWLOCK_PREFER_WRITER_NP is the same as the default. */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind)
{
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    attributes->__kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind)
{
    *kind = (int)attributes->__kind;
    return 0;
}
