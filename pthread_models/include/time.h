#ifndef _TIME_H
#define _TIME_H 1

#include <bits/timespec.h>

#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
#define TIME_UTC 1
#define CLOCK_REALTIME_ALARM 8
#define CLOCK_BOOTTIME_ALARM 9
#define CLOCK_TAI 11

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};

struct itimerspec {
    struct timespec it_interval;
    struct timespec it_value;
};

struct sigevent;

time_t time(time_t *result);
clock_t clock(void);
double difftime(time_t later, time_t earlier);
time_t mktime(struct tm *time);
time_t timegm(struct tm *time);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime_r(const time_t *time, struct tm *result);
struct tm *localtime_r(const time_t *time, struct tm *result);
char *asctime(const struct tm *time);
char *asctime_r(const struct tm *time, char *buffer);
char *ctime(const time_t *time);
char *ctime_r(const time_t *time, char *buffer);
size_t strftime(char *target, size_t size, const char *format, const struct tm *time);
char *strptime(const char *text, const char *format, struct tm *time);
int timespec_get(struct timespec *result, int base);
int nanosleep(const struct timespec *duration, struct timespec *remaining);
int clock_gettime(clockid_t clock, struct timespec *result);
int clock_settime(clockid_t clock, const struct timespec *time);
int clock_getcpuclockid(pid_t pid, clockid_t *clock);
int clock_getres(clockid_t clock, struct timespec *result);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining);
int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old);
int timer_gettime(timer_t timer, struct itimerspec *value);
int timer_getoverrun(timer_t timer);
int timer_delete(timer_t timer);
void tzset(void);

#endif
