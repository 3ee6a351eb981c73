/* Calendars, and sleeping: cancellation points, after which clocks are later (see clock.c). */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

_Bool __smtcb_is_time(const struct timespec *time)
{
    long nanoseconds = time->tv_nsec;

    return nanoseconds >= 0 && nanoseconds < 1000000000;
}

_Bool __smtcb_is_duration(const struct timespec *time)
{
    return __smtcb_is_time(time) && time->tv_sec >= 0;
}

_Bool __smtcb_is_clock(int clock)
{
    return clock < 0 ? clock != -1 : clock <= CLOCK_BOOTTIME_ALARM || clock == CLOCK_TAI;
}

/* Linux lets nobody sleep by the processor time of a thread, by raw clocks and by coarse ones. */
_Bool __smtcb_is_clock_for_sleeps(int clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_PROCESS_CPUTIME_ID
           || (clock >= CLOCK_BOOTTIME && clock <= CLOCK_BOOTTIME_ALARM) || clock == CLOCK_TAI;
}

_Bool __smtcb_is_clock_for_waits(int clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

/* From 0 to below `limit`, for which so many bits are just enough: most values that are tried at random will do. */
static long any_below(long limit, int bits)
{
    long value = __VERIFIER_nondet_uint() & ((1u << bits) - 1);

    __smtcb_assume(value < limit);
    return value;
}

static time_t any_time(void)
{
    return __VERIFIER_nondet_long() & LONG_MAX;
}

double difftime(time_t later, time_t earlier)
{
    return (double)(later - earlier);
}

static int wrong_argument(void)
{
    errno = EINVAL;
    return -1;
}

int clock_getres(clockid_t clock, struct timespec *result)
{
    if (!__smtcb_is_clock(clock))
        return wrong_argument();
    if (result != NULL) {
        result->tv_sec = 0;
        result->tv_nsec = 1;
    }
    return 0;
}

clock_t times(struct tms *usage)
{
    usage->tms_utime = any_time();
    usage->tms_stime = any_time();
    usage->tms_cutime = any_time();
    usage->tms_cstime = any_time();
    return any_time();
}

unsigned int sleep(unsigned int seconds)
{
    __smtcb_sleep(seconds, 0);
    return 0;
}

int usleep(useconds_t microseconds)
{
    __smtcb_sleep(microseconds / 1000000, microseconds % 1000000 * 1000L);
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    if (!__smtcb_is_duration(duration))
        return wrong_argument();
    __smtcb_sleep(duration->tv_sec, duration->tv_nsec);
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    if (__smtcb_is_clock(clock) && !__smtcb_is_clock_for_sleeps(clock) && clock != CLOCK_THREAD_CPUTIME_ID)
        return ENOTSUP;
    if (!__smtcb_is_clock_for_sleeps(clock) || !__smtcb_is_duration(duration))
        return EINVAL;
    if (!(flags & TIMER_ABSTIME)) {
        __smtcb_sleep(duration->tv_sec, duration->tv_nsec);
        return 0;
    }
    pthread_testcancel();
    __smtcb_wait_until(clock, duration);
    return 0;
}
