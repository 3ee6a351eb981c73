/* Time: any time at all, and no time passes while a thread sleeps. The sleeps are cancellation points. */
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

time_t time(time_t *result)
{
    time_t now = any_time();

    if (result != NULL)
        *result = now;
    return now;
}

clock_t clock(void)
{
    return any_time();
}

double difftime(time_t later, time_t earlier)
{
    return (double)(later - earlier);
}

int gettimeofday(struct timeval *result, void *zone)
{
    (void)zone;
    result->tv_sec = any_time();
    result->tv_usec = any_below(1000000, 20);
    return 0;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
    (void)clock;
    result->tv_sec = any_time();
    result->tv_nsec = any_below(1000000000, 30);
    return 0;
}

int timespec_get(struct timespec *result, int base)
{
    if (base != TIME_UTC)
        return 0;
    clock_gettime(CLOCK_REALTIME, result);
    return base;
}

int clock_getres(clockid_t clock, struct timespec *result)
{
    (void)clock;
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

struct tm *gmtime_r(const time_t *time, struct tm *result)
{
    time_t asked = *time;

    (void)asked;
    result->tm_sec = (int)any_below(61, 6);
    result->tm_min = (int)any_below(60, 6);
    result->tm_hour = (int)any_below(24, 5);
    result->tm_mday = 1 + (int)any_below(31, 5);
    result->tm_mon = (int)any_below(12, 4);
    result->tm_year = 70 + (int)any_below(130, 8);
    result->tm_wday = (int)any_below(7, 3);
    result->tm_yday = (int)any_below(366, 9);
    result->tm_isdst = 0;
    result->tm_gmtoff = 0;
    result->tm_zone = "UTC";
    return result;
}

struct tm *localtime_r(const time_t *time, struct tm *result)
{
    return gmtime_r(time, result);
}

/* One result for all threads: calls from two of them race. */
static struct tm broken_down;

struct tm *gmtime(const time_t *time)
{
    return gmtime_r(time, &broken_down);
}

struct tm *localtime(const time_t *time)
{
    return gmtime_r(time, &broken_down);
}

time_t mktime(struct tm *time)
{
    (void)time;
    return any_time();
}

char *asctime(const struct tm *time)
{
    static char text[26] = "Thu Jan  1 00:00:00 1970\n";

    (void)time;
    return text;
}

char *ctime(const time_t *time)
{
    (void)time;
    return asctime(NULL);
}

size_t strftime(char *target, size_t size, const char *format, const struct tm *time)
{
    (void)format;
    (void)time;
    if (size > 0)
        target[0] = '\0';
    return 0;
}

unsigned int sleep(unsigned int seconds)
{
    (void)seconds;
    pthread_testcancel();
    return 0;
}

int usleep(useconds_t microseconds)
{
    (void)microseconds;
    pthread_testcancel();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *remaining)
{
    (void)remaining;
    if (!__smtcb_is_time(duration)) {
        errno = EINVAL;
        return -1;
    }
    pthread_testcancel();
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining)
{
    (void)flags;
    (void)remaining;
    if (clock == CLOCK_THREAD_CPUTIME_ID || !__smtcb_is_time(duration))
        return EINVAL;
    pthread_testcancel();
    return 0;
}
