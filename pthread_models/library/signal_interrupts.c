/* Calls that a signal interrupts. In programs with handlers these stand for the functions whose names they end with
   (esbmc_py/goto/signals.py); what they do when nothing interrupts them is what those do. */
#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int interrupted(void)
{
    errno = EINTR;
    return -1;
}

unsigned int __smtcb_interruptible_sleep(unsigned int seconds)
{
    unsigned left;

    if (!__smtcb_signal_interrupts(0))
        return sleep(seconds);
    left = seconds < 256 ? (unsigned char)__VERIFIER_nondet_char() : __VERIFIER_nondet_uint();
    __smtcb_assume(left <= seconds);
    return left;
}

int __smtcb_interruptible_usleep(useconds_t microseconds)
{
    return __smtcb_signal_interrupts(0) ? interrupted() : usleep(microseconds);
}

/* What is left of a duration. */
static void tell_rest(const struct timespec *duration, struct timespec *rest)
{
    if (rest != NULL) {
        long seconds = __VERIFIER_nondet_long();
        long nanoseconds = __VERIFIER_nondet_long();

        __smtcb_assume(seconds >= 0 && seconds <= duration->tv_sec && nanoseconds >= 0 && nanoseconds < 1000000000
                       && (seconds < duration->tv_sec || nanoseconds <= duration->tv_nsec));
        rest->tv_sec = seconds;
        rest->tv_nsec = nanoseconds;
    }
}

int __smtcb_interruptible_nanosleep(const struct timespec *duration, struct timespec *rest)
{
    if (!__smtcb_is_time(duration) || !__smtcb_signal_interrupts(0))
        return nanosleep(duration, rest);
    tell_rest(duration, rest);
    return interrupted();
}

int __smtcb_interruptible_clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                                          struct timespec *rest)
{
    if (clock == CLOCK_THREAD_CPUTIME_ID || !__smtcb_is_time(duration) || !__smtcb_signal_interrupts(0))
        return clock_nanosleep(clock, flags, duration, rest);
    if (!(flags & TIMER_ABSTIME))
        tell_rest(duration, rest);
    return EINTR;
}

/* A semaphore is waited for, and thus interrupted, only where it is zero. */
static _Bool is_interrupted(sem_t *semaphore)
{
    if (!__smtcb_signal_comes())
        return 0;
    __smtcb_atomic_begin();
    __smtcb_assume(semaphore->__value == 0);
    __smtcb_atomic_end();
    return __smtcb_signal_ends_call(1);
}

int __smtcb_interruptible_sem_wait(sem_t *semaphore)
{
    return is_interrupted(semaphore) ? interrupted() : sem_wait(semaphore);
}

int __smtcb_interruptible_sem_timedwait(sem_t *semaphore, const struct timespec *deadline)
{
    return __smtcb_is_time(deadline) && is_interrupted(semaphore) ? interrupted() : sem_timedwait(semaphore, deadline);
}

ssize_t __smtcb_interruptible_read(int descriptor, void *target, size_t size)
{
    return __smtcb_signal_interrupts(1) ? interrupted() : read(descriptor, target, size);
}

/* The handler of SIGABRT runs first, blocked or not; if it returns, the process ends all the same. */
void __smtcb_interruptible_abort(void)
{
    if (__smtcb_caught & __SMTCB_BIT(SIGABRT)) {
        __smtcb_signal_block(__smtcb_blocked & ~__SMTCB_BIT(SIGABRT));
        __smtcb_signal_happens(SIGABRT);
    }
    abort();
}
