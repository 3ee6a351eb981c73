/* Calls that a signal interrupts. In programs with handlers these stand for the functions whose names they end with
   (esbmc_py/goto/signals.py); what they do when nothing interrupts them is what those do. */
#include <errno.h>
#include <limits.h>
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

/* Sleeps are over when they are; or a handler has run. An alarm that is shorter has gone off then. */
unsigned int __smtcb_interruptible_sleep(unsigned int seconds)
{
    struct __smtcb_duration slept = {seconds, 0};
    struct __smtcb_alarm alarm = __smtcb_alarm_before_sleep();
    unsigned left;

    if (!__smtcb_signal_interrupts(0)) {
        left = sleep(seconds);
        __smtcb_alarm_after_sleep(alarm, slept);
        return left;
    }
    left = seconds < 256 ? (unsigned char)__VERIFIER_nondet_char() : __VERIFIER_nondet_uint();
    __smtcb_assume(left <= seconds);
    return left;
}

int __smtcb_interruptible_usleep(useconds_t microseconds)
{
    struct __smtcb_duration slept = {microseconds / 1000000, microseconds % 1000000 * 1000L};
    struct __smtcb_alarm alarm = __smtcb_alarm_before_sleep();

    if (__smtcb_signal_interrupts(0))
        return interrupted();
    usleep(microseconds);
    __smtcb_alarm_after_sleep(alarm, slept);
    return 0;
}

/* What is left of a duration. */
static void tell_rest(const struct timespec *duration, struct timespec *rest)
{
    if (rest != NULL) {
        long seconds = __VERIFIER_nondet_long() & LONG_MAX;
        long nanoseconds = __VERIFIER_nondet_uint() & ((1u << 30) - 1);

        __smtcb_assume(seconds <= duration->tv_sec && nanoseconds < 1000000000
                       && (seconds < duration->tv_sec || nanoseconds <= duration->tv_nsec));
        rest->tv_sec = seconds;
        rest->tv_nsec = nanoseconds;
    }
}

int __smtcb_interruptible_nanosleep(const struct timespec *duration, struct timespec *rest)
{
    struct __smtcb_duration slept = {duration->tv_sec, duration->tv_nsec};
    struct __smtcb_alarm alarm = __smtcb_alarm_before_sleep();

    if (!__smtcb_is_duration(duration))
        return nanosleep(duration, rest);
    if (__smtcb_signal_interrupts(0)) {
        tell_rest(duration, rest);
        return interrupted();
    }
    nanosleep(duration, rest);
    __smtcb_alarm_after_sleep(alarm, slept);
    return 0;
}

int __smtcb_interruptible_clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration,
                                          struct timespec *rest)
{
    struct __smtcb_duration slept = {duration->tv_sec, duration->tv_nsec};
    struct __smtcb_alarm alarm = __smtcb_alarm_before_sleep();
    int error;

    if (!__smtcb_is_clock_for_sleeps(clock) || !__smtcb_is_duration(duration))
        return clock_nanosleep(clock, flags, duration, rest);
    if (__smtcb_signal_interrupts(0)) {
        if (!(flags & TIMER_ABSTIME))
            tell_rest(duration, rest);
        return EINTR;
    }
    error = clock_nanosleep(clock, flags, duration, rest);
    if (!(flags & TIMER_ABSTIME))
        __smtcb_alarm_after_sleep(alarm, slept);
    return error;
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
