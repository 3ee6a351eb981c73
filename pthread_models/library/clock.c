/* Clocks. A clock shows any time that is not before the last one that it has shown: none goes back. Whoever sleeps, or
   waits until a deadline has passed, finds them that much later; more than that nobody knows. What is kept of a clock is
   the time that it is at least, so that two threads that sleep at once do not sleep one after the other.

   Coarse clocks, and `time`, show what a fine clock was at its last tick: a moment after midnight they may still show the
   day before. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000L
#define TICK 10000000L /* the longest that systems have */

/* Set to 1 by --clock-steps: somebody may set the clock that tells the time of day, to any time. */
int __smtcb_clock_steps = 0;

int __smtcb_clocks_are_read = 0;

struct instant {
    long seconds;
    long nanoseconds;
};

static struct instant time_of_day, monotonic, raw, boot_time, process_time;
static struct instant coarse_time_of_day, coarse_monotonic;
static _Thread_local struct instant thread_time;
static long processor_time;

/* Clocks of other threads have negative numbers, and nothing is known about them. */
static struct instant *clock_of(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI:
        return &time_of_day;
    case CLOCK_REALTIME_COARSE:
        return &coarse_time_of_day;
    case CLOCK_MONOTONIC:
        return &monotonic;
    case CLOCK_MONOTONIC_COARSE:
        return &coarse_monotonic;
    case CLOCK_MONOTONIC_RAW:
        return &raw;
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM:
        return &boot_time;
    case CLOCK_PROCESS_CPUTIME_ID:
        return &process_time;
    case CLOCK_THREAD_CPUTIME_ID:
        return &thread_time;
    default:
        return NULL;
    }
}

static long any_nanoseconds(void)
{
    long value = __VERIFIER_nondet_uint() & ((1u << 30) - 1);

    __smtcb_assume(value < SECOND);
    return value;
}

/* Inside the caller's atomic section. A century at once is enough; a clock that cannot go on stands still. */
static long later(long seconds)
{
    long more = __VERIFIER_nondet_uint() & INT_MAX;

    return more > LONG_MAX - seconds ? seconds : seconds + more;
}

/* The clock that a coarse one lags behind; null for others. */
static struct instant *fine_clock_of(const struct instant *clock)
{
    if (clock == &coarse_time_of_day)
        return &time_of_day;
    return clock == &coarse_monotonic ? &monotonic : NULL;
}

static _Bool may_step(const struct instant *clock)
{
    return __smtcb_clock_steps && (clock == &time_of_day || clock == &coarse_time_of_day);
}

/* Inside the caller's atomic section: the clock is at this time or later. */
static void move_on(struct instant *clock, long seconds, long nanoseconds)
{
    if (clock->seconds < seconds || (clock->seconds == seconds && clock->nanoseconds < nanoseconds)) {
        clock->seconds = seconds;
        clock->nanoseconds = nanoseconds;
    }
}

/* Inside the caller's atomic section: a coarse clock is at most a tick behind. */
static void catch_up(struct instant *coarse, const struct instant *fine)
{
    if (fine->nanoseconds >= TICK)
        move_on(coarse, fine->seconds, fine->nanoseconds - TICK);
    else
        move_on(coarse, fine->seconds - 1, fine->nanoseconds - TICK + SECOND);
}

/* Looks at a clock: one step. */
static void look_at(struct instant *clock, struct instant *now)
{
    struct instant *fine = fine_clock_of(clock);

    now->nanoseconds = any_nanoseconds();
    __smtcb_atomic_begin();
    if (may_step(clock)) {
        now->seconds = later(0);
    } else {
        if (fine != NULL)
            catch_up(clock, fine);
        now->seconds = later(clock->seconds);
        if (now->seconds == clock->seconds && now->nanoseconds < clock->nanoseconds)
            now->nanoseconds = clock->nanoseconds;
        clock->seconds = now->seconds;
        clock->nanoseconds = now->nanoseconds;
        if (fine != NULL)
            move_on(fine, now->seconds, now->nanoseconds);
    }
    __smtcb_atomic_end();
}

static void move_on_by(struct instant *clock, const struct instant *before, long seconds, long nanoseconds)
{
    nanoseconds += before->nanoseconds;
    if (nanoseconds >= SECOND) {
        nanoseconds -= SECOND;
        seconds++;
    }
    if (seconds <= LONG_MAX - before->seconds)
        move_on(clock, before->seconds + seconds, nanoseconds);
}

void __smtcb_sleep(long seconds, long nanoseconds)
{
    struct instant day, steady, since_boot;

    if (!__smtcb_clocks_are_read) {
        pthread_testcancel();
        return;
    }
    __smtcb_atomic_begin();
    day = time_of_day;
    steady = monotonic;
    since_boot = boot_time;
    __smtcb_atomic_end();
    pthread_testcancel();
    __smtcb_atomic_begin();
    move_on_by(&time_of_day, &day, seconds, nanoseconds);
    move_on_by(&monotonic, &steady, seconds, nanoseconds);
    move_on_by(&boot_time, &since_boot, seconds, nanoseconds);
    __smtcb_atomic_end();
}

void __smtcb_wait_until(int clock, const struct timespec *deadline)
{
    struct instant *known = clock_of(clock);

    if (__smtcb_clocks_are_read && known != NULL) {
        long seconds = deadline->tv_sec, nanoseconds = deadline->tv_nsec;

        __smtcb_atomic_begin();
        move_on(known, seconds, nanoseconds);
        __smtcb_atomic_end();
    }
}

int __smtcb_timed_out(int error, int clock, const struct timespec *deadline)
{
    if (error == ETIMEDOUT)
        __smtcb_wait_until(clock, deadline);
    return error;
}

/* A coarse clock, somewhere in that second. */
time_t time(time_t *result)
{
    time_t now;

    __smtcb_atomic_begin();
    if (__smtcb_clock_steps) {
        now = later(0);
    } else {
        catch_up(&coarse_time_of_day, &time_of_day);
        now = later(coarse_time_of_day.seconds);
        move_on(&coarse_time_of_day, now, 0);
        move_on(&time_of_day, now, 0);
    }
    __smtcb_atomic_end();
    if (result != NULL)
        *result = now;
    return now;
}

int gettimeofday(struct timeval *result, void *zone)
{
    struct instant now;

    (void)zone;
    look_at(&time_of_day, &now);
    result->tv_sec = now.seconds;
    result->tv_usec = now.nanoseconds / 1000;
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    struct instant now, any = {0, 0}, *known = clock_of(clock);

    if (!__smtcb_is_clock(clock)) {
        errno = EINVAL;
        return -1;
    }
    look_at(known != NULL ? known : &any, &now);
    result->tv_sec = now.seconds;
    result->tv_nsec = now.nanoseconds;
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

clock_t clock(void)
{
    clock_t now;

    __smtcb_atomic_begin();
    now = later(processor_time);
    processor_time = now;
    __smtcb_atomic_end();
    return now;
}

/* The clock of a thread has a number that nobody else knows; the one of the process, its usual one. */
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock)
{
    struct __smtcb_thread *asked = __smtcb_called(thread);
    unsigned number;

    __smtcb_atomic_begin();
    number = asked->number;
    __smtcb_atomic_end();
    *clock = asked == __smtcb_self ? CLOCK_THREAD_CPUTIME_ID : -2 - (clockid_t)(8 * number);
    return 0;
}

/* Other processes may be there or not. */
int clock_getcpuclockid(pid_t pid, clockid_t *clock)
{
    if (pid < 0)
        return ESRCH;
    if (pid != 0 && pid != getpid()) {
        if (__VERIFIER_nondet_bool())
            return __VERIFIER_nondet_bool() ? ESRCH : EPERM;
        *clock = -6 - 8 * pid;
        return 0;
    }
    *clock = CLOCK_PROCESS_CPUTIME_ID;
    return 0;
}

/* Nobody may set a clock but the superuser, and that one, the time of day only. */
int clock_settime(clockid_t clock, const struct timespec *value)
{
    if (clock != CLOCK_REALTIME || !__smtcb_is_duration(value)) {
        errno = EINVAL;
        return -1;
    }
    if (__VERIFIER_nondet_bool()) {
        errno = EPERM;
        return -1;
    }
    __smtcb_atomic_begin();
    time_of_day.seconds = coarse_time_of_day.seconds = value->tv_sec;
    time_of_day.nanoseconds = coarse_time_of_day.nanoseconds = value->tv_nsec;
    __smtcb_atomic_end();
    return 0;
}
