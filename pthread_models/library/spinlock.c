/* Spin locks. A thread that spins is modelled as one that is blocked. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>

enum { DESTROYED = -1, FREE = 0 };

static int holder(void)
{
    return (int)__smtcb_self->number + 1;
}

static void check_spin_lock(const pthread_spinlock_t *lock)
{
    __smtcb_assert(*lock >= FREE, "lock-misuse", "a spin lock is used that was destroyed or never initialised");
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    (void)shared;
    __smtcb_atomic_begin();
    *lock = FREE;
    __smtcb_atomic_end();
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    __smtcb_atomic_begin();
    check_spin_lock(lock);
    __smtcb_assert(*lock == FREE, "lock-misuse", "a spin lock is destroyed while it is locked");
    *lock = DESTROYED;
    __smtcb_atomic_end();
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    __smtcb_atomic_begin();
    check_spin_lock(lock);
    __smtcb_wait_for(*lock == FREE, "the spin lock is free", lock, NULL, *lock == FREE ? 0 : 1ULL << ((*lock - 1) & 63));
    *lock = holder();
    __smtcb_atomic_end();
    return 0;
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int error = 0;

    __smtcb_atomic_begin();
    check_spin_lock(lock);
    if (*lock == FREE)
        *lock = holder();
    else
        error = EBUSY;
    __smtcb_atomic_end();
    return error;
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    __smtcb_atomic_begin();
    check_spin_lock(lock);
    __smtcb_assert(*lock == holder(), "lock-misuse", "a spin lock is unlocked by a thread that does not hold it");
    *lock = FREE;
    __smtcb_atomic_end();
    return 0;
}
