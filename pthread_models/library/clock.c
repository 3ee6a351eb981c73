/* Clocks. A clock shows any time that is not before the last one that it has shown: none goes back. Whoever sleeps, or
   waits until a deadline has passed, finds them that much later; more than that nobody knows. What is kept of a clock is
   the time by which it can be, so that two threads that sleep at once do not sleep one after the other. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>

#define SECOND 1000000000L

/* Set to 1 by --clock-steps: somebody may set the clock that tells the time of day, to any time. */
int __smtcb_clock_steps = 0;

int __smtcb_clocks_are_read = 0;

struct instant {
    long seconds;
    long nanoseconds;
};

static struct instant time_of_day, monotonic, raw, boot_time, process_time;
static _Thread_local struct instant thread_time;
static long processor_time;

/* Clocks of other threads have negative numbers, and nothing is known about them. */
static struct instant *clock_of(clockid_t clock)
{
    switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI:
        return &time_of_day;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_COARSE:
        return &monotonic;
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

static _Bool is_before(const struct instant *clock, long seconds, long nanoseconds)
{
    return clock->seconds < seconds || (clock->seconds == seconds && clock->nanoseconds < nanoseconds);
}

/* Looks at a clock: one step. */
static void look_at(struct instant *clock, struct instant *now)
{
    now->nanoseconds = any_nanoseconds();
    __smtcb_atomic_begin();
    now->seconds = later(clock == &time_of_day && __smtcb_clock_steps ? 0 : clock->seconds);
    if (!(clock == &time_of_day && __smtcb_clock_steps)) {
        if (now->seconds == clock->seconds && now->nanoseconds < clock->nanoseconds)
            now->nanoseconds = clock->nanoseconds;
        clock->seconds = now->seconds;
        clock->nanoseconds = now->nanoseconds;
    }
    __smtcb_atomic_end();
}

/* Inside the caller's atomic section: the clock is at this time or later. */
static void raise(struct instant *clock, long seconds, long nanoseconds)
{
    if (is_before(clock, seconds, nanoseconds)) {
        clock->seconds = seconds;
        clock->nanoseconds = nanoseconds;
    }
}

static void raise_by(struct instant *clock, const struct instant *before, long seconds, long nanoseconds)
{
    nanoseconds += before->nanoseconds;
    if (nanoseconds >= SECOND) {
        nanoseconds -= SECOND;
        seconds++;
    }
    if (seconds <= LONG_MAX - before->seconds)
        raise(clock, before->seconds + seconds, nanoseconds);
}

void __smtcb_sleep(long seconds, long nanoseconds)
{
    struct instant day, steady, undisturbed, since_boot;

    if (!__smtcb_clocks_are_read) {
        pthread_testcancel();
        return;
    }
    __smtcb_atomic_begin();
    day = time_of_day;
    steady = monotonic;
    undisturbed = raw;
    since_boot = boot_time;
    __smtcb_atomic_end();
    pthread_testcancel();
    __smtcb_atomic_begin();
    raise_by(&time_of_day, &day, seconds, nanoseconds);
    raise_by(&monotonic, &steady, seconds, nanoseconds);
    raise_by(&raw, &undisturbed, seconds, nanoseconds);
    raise_by(&boot_time, &since_boot, seconds, nanoseconds);
    __smtcb_atomic_end();
}

void __smtcb_wait_until(int clock, const struct timespec *deadline)
{
    struct instant *known = clock_of(clock);

    if (__smtcb_clocks_are_read && known != NULL) {
        long seconds = deadline->tv_sec, nanoseconds = deadline->tv_nsec;

        __smtcb_atomic_begin();
        raise(known, seconds, nanoseconds);
        __smtcb_atomic_end();
    }
}

int __smtcb_timed_out(int error, int clock, const struct timespec *deadline)
{
    if (error == ETIMEDOUT)
        __smtcb_wait_until(clock, deadline);
    return error;
}

/* Somewhere in that second. */
time_t time(time_t *result)
{
    time_t now;

    __smtcb_atomic_begin();
    now = later(__smtcb_clock_steps ? 0 : time_of_day.seconds);
    if (!__smtcb_clock_steps)
        raise(&time_of_day, now, 0);
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
