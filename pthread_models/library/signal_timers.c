/* Timers that send signals: at any time after they were set. One that repeats may send as many as --signals says. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct __smtcb_duration __smtcb_rest_of(struct __smtcb_duration duration)
{
    struct __smtcb_duration rest;

    rest.seconds = __VERIFIER_nondet_uint() & INT_MAX;
    rest.nanoseconds = __VERIFIER_nondet_uint() & ((1u << 30) - 1);
    __smtcb_assume(rest.seconds >= 0 && rest.seconds <= duration.seconds && rest.nanoseconds < 1000000000
                   && (rest.seconds < duration.seconds || rest.nanoseconds <= duration.nanoseconds)
                   && (rest.seconds > 0 || rest.nanoseconds > 0));
    return rest;
}

/* What was said about the three timers. */
struct setting {
    struct __smtcb_duration value, interval;
};
static struct setting settings[3];

static __smtcb_signal_set signal_of(int which)
{
    if (which == ITIMER_REAL)
        return __SMTCB_BIT(SIGALRM);
    return which == ITIMER_VIRTUAL ? __SMTCB_BIT(SIGVTALRM) : __SMTCB_BIT(SIGPROF);
}

static _Bool is_zero(struct __smtcb_duration duration)
{
    return duration.seconds == 0 && duration.nanoseconds == 0;
}

/* The time that the process works is not the time that it sleeps. */
static struct __smtcb_duration time_asleep(int which, struct __smtcb_duration value)
{
    struct __smtcb_duration for_ever = {LONG_MAX, 0};

    return which == ITIMER_REAL ? value : for_ever;
}

/* What it was before: after its end, nothing. Inside an atomic section. */
static struct setting rest_of(int which)
{
    static const struct setting nothing;
    struct setting old = settings[which];

    if (!__smtcb_timer_is_set(signal_of(which)))
        return nothing;
    if (!is_zero(old.interval) && __VERIFIER_nondet_bool())
        old.value = old.interval;
    old.value = __smtcb_rest_of(old.value);
    return old;
}

static struct setting set_timer(int which, struct setting new)
{
    struct setting old;

    __smtcb_signal_point();
    __smtcb_atomic_begin();
    old = rest_of(which);
    settings[which] = new;
    __smtcb_timer_set(signal_of(which), !is_zero(new.value), !is_zero(new.interval), time_asleep(which, new.value));
    __smtcb_atomic_end();
    return old;
}

/* What is left is told in whole seconds, and at least one. */
unsigned int alarm(unsigned int seconds)
{
    struct setting new = {{seconds, 0}, {0, 0}};
    struct __smtcb_duration left = set_timer(ITIMER_REAL, new).value;

    if (left.nanoseconds >= 500000000 || (left.seconds == 0 && left.nanoseconds > 0))
        left.seconds++;
    return (unsigned)left.seconds;
}

static struct __smtcb_duration from_microseconds(long microseconds)
{
    struct __smtcb_duration duration = {microseconds / 1000000, microseconds % 1000000 * 1000};

    return duration;
}

useconds_t ualarm(useconds_t microseconds, useconds_t interval)
{
    struct setting new = {from_microseconds(microseconds), from_microseconds(interval)};
    struct __smtcb_duration left = set_timer(ITIMER_REAL, new).value;

    return (useconds_t)(left.seconds * 1000000 + left.nanoseconds / 1000);
}

static _Bool is_timer(int which)
{
    if (which >= ITIMER_REAL && which <= ITIMER_PROF)
        return 1;
    errno = EINVAL;
    return 0;
}

static struct __smtcb_duration from_timeval(const struct timeval *time)
{
    struct __smtcb_duration duration = {time->tv_sec, time->tv_usec * 1000L};

    return duration;
}

static void tell_duration(struct timeval *target, struct __smtcb_duration duration)
{
    target->tv_sec = duration.seconds;
    target->tv_usec = duration.nanoseconds / 1000;
    if (duration.seconds == 0 && duration.nanoseconds > 0 && target->tv_usec == 0)
        target->tv_usec = 1;
}

static void tell(struct itimerval *target, struct setting setting)
{
    tell_duration(&target->it_value, setting.value);
    tell_duration(&target->it_interval, setting.interval);
}

static _Bool is_timeval(const struct timeval *time)
{
    return time->tv_sec >= 0 && time->tv_usec >= 0 && time->tv_usec < 1000000;
}

int setitimer(int which, const struct itimerval *value, struct itimerval *old)
{
    struct setting new = {{0, 0}, {0, 0}};
    struct setting before;

    if (!is_timer(which))
        return -1;
    if (value != NULL) {
        if (!is_timeval(&value->it_value) || !is_timeval(&value->it_interval)) {
            errno = EINVAL;
            return -1;
        }
        new.value = from_timeval(&value->it_value);
        if (!is_zero(new.value))
            new.interval = from_timeval(&value->it_interval);
    }
    before = set_timer(which, new);
    if (old != NULL)
        tell(old, before);
    return 0;
}

int getitimer(int which, struct itimerval *value)
{
    struct setting now;

    if (!is_timer(which))
        return -1;
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    now = rest_of(which);
    __smtcb_atomic_end();
    tell(value, now);
    return 0;
}
