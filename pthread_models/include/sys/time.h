#ifndef _SYS_TIME_H
#define _SYS_TIME_H 1

#include <bits/timespec.h>
#include <sys/select.h>

struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};

struct itimerval {
    struct timeval it_interval;
    struct timeval it_value;
};

#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2

#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timercmp(left, right, compare)                                        \
    (((left)->tv_sec == (right)->tv_sec) ? ((left)->tv_usec compare(right)->tv_usec) \
                                         : ((left)->tv_sec compare(right)->tv_sec))
#define timeradd(left, right, result)                                         \
    do {                                                                      \
        (result)->tv_sec = (left)->tv_sec + (right)->tv_sec;                  \
        (result)->tv_usec = (left)->tv_usec + (right)->tv_usec;               \
        if ((result)->tv_usec >= 1000000) {                                   \
            ++(result)->tv_sec;                                               \
            (result)->tv_usec -= 1000000;                                     \
        }                                                                     \
    } while (0)
#define timersub(left, right, result)                                         \
    do {                                                                      \
        (result)->tv_sec = (left)->tv_sec - (right)->tv_sec;                  \
        (result)->tv_usec = (left)->tv_usec - (right)->tv_usec;               \
        if ((result)->tv_usec < 0) {                                          \
            --(result)->tv_sec;                                               \
            (result)->tv_usec += 1000000;                                     \
        }                                                                     \
    } while (0)

#define TIMEVAL_TO_TIMESPEC(from, to)                                         \
    {                                                                         \
        (to)->tv_sec = (from)->tv_sec;                                        \
        (to)->tv_nsec = (from)->tv_usec * 1000;                               \
    }
#define TIMESPEC_TO_TIMEVAL(to, from)                                         \
    {                                                                         \
        (to)->tv_sec = (from)->tv_sec;                                        \
        (to)->tv_usec = (from)->tv_nsec / 1000;                               \
    }

int gettimeofday(struct timeval *result, void *zone);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int getitimer(int which, struct itimerval *value);
int setitimer(int which, const struct itimerval *value, struct itimerval *old);
int utimes(const char *path, const struct timeval times[2]);

#endif
