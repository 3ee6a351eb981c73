/* Timers of POSIX: each sends a signal, or calls a function in a thread of its own, at any time after it was set. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <time.h>

struct timer {
    int signal; /* 0: none */
    union sigval value;
    void (*function)(union sigval);
    _Bool armed;
    _Bool absolute; /* how long it takes is not known */
    _Bool deleted;
    struct itimerspec setting;
};

/* Errors are those of Linux: other threads' clocks have negative numbers. */
static _Bool is_clock(clockid_t clock)
{
    return clock < 0 || clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_PROCESS_CPUTIME_ID
           || clock == CLOCK_THREAD_CPUTIME_ID || (clock >= CLOCK_BOOTTIME && clock <= CLOCK_BOOTTIME_ALARM)
           || clock == CLOCK_TAI;
}

static int failed(int error)
{
    errno = error;
    return -1;
}

/* Gives an error, or 0. */
static int set_event(struct timer *timer, const struct sigevent *event)
{
    switch (event->sigev_notify) {
    case SIGEV_NONE:
        return 0;
    case SIGEV_THREAD:
        timer->function = event->sigev_notify_function;
        timer->value = event->sigev_value;
        return 0;
    case SIGEV_SIGNAL:
        timer->signal = event->sigev_signo;
        timer->value = event->sigev_value;
        return timer->signal > 0 && timer->signal < NSIG ? 0 : EINVAL;
    case SIGEV_THREAD_ID:
        __smtcb_unsupported("a timer that sends signals to one thread");
        return 0;
    default:
        return EINVAL;
    }
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    struct timer *made = __smtcb_allocate_internally(sizeof(struct timer), 1);
    int error = 0;

    if (!is_clock(clock))
        return failed(EINVAL);
    if (event != NULL) {
        error = set_event(made, event);
    } else {
        made->signal = SIGALRM;
        made->value.sival_ptr = made;
    }
    if (error != 0)
        return failed(error);
    *timer = made;
    return 0;
}

static void *call_when_over(void *argument)
{
    struct timer *timer = argument;
    _Bool is_over;

    __smtcb_atomic_begin();
    is_over = timer->armed;
    timer->armed = 0;
    __smtcb_atomic_end();
    if (is_over)
        timer->function(timer->value);
    return NULL;
}

static void start_thread(struct timer *timer, _Bool repeating)
{
    pthread_t thread;

    if (repeating)
        __smtcb_unsupported("a timer that starts thread after thread");
    pthread_create(&thread, NULL, call_when_over, timer);
    pthread_detach(thread);
}

static _Bool is_zero(const struct timespec *time)
{
    return time->tv_sec == 0 && time->tv_nsec == 0;
}

/* The rest is for use inside atomic sections. */

static struct __smtcb_duration to_duration(const struct timespec *time)
{
    struct __smtcb_duration duration = {time->tv_sec, time->tv_nsec};

    return duration;
}

static void arm_signal(struct timer *timer, const struct itimerspec *new, _Bool absolute)
{
    struct __smtcb_duration for_ever = {LONG_MAX, 0};
    struct __smtcb_sent_along along = {timer->value, SI_TIMER};
    __smtcb_signal_set one = __SMTCB_BIT(timer->signal);
    _Bool armed = !is_zero(&new->it_value);

    if (armed && !timer->armed && __smtcb_timer_is_set(one))
        __smtcb_unsupported("two timers that send the same signal");
    if (armed || timer->armed)
        __smtcb_timer_set(one, armed, !is_zero(&new->it_interval), absolute ? for_ever : to_duration(&new->it_value));
    __smtcb_sent_along[timer->signal] = along;
}

/* Has it not gone off yet? One that sends no signal may have. */
static _Bool is_running(struct timer *timer)
{
    if (!timer->armed)
        return 0;
    if (timer->signal != 0)
        return __smtcb_timer_is_set(__SMTCB_BIT(timer->signal));
    return timer->function != NULL || !is_zero(&timer->setting.it_interval) || __VERIFIER_nondet_bool();
}

static void tell(struct timer *timer, struct itimerspec *target)
{
    static const struct itimerspec nothing;
    struct __smtcb_duration left, for_ever = {LONG_MAX, 0};

    *target = nothing;
    if (!is_running(timer)) {
        if (__VERIFIER_nondet_bool()) /* POSIX says so, Linux does not */
            target->it_interval = timer->setting.it_interval;
        return;
    }
    target->it_interval = timer->setting.it_interval;
    left = timer->absolute ? for_ever : to_duration(&timer->setting.it_value);
    if (!is_zero(&timer->setting.it_interval) && __VERIFIER_nondet_bool())
        left = to_duration(&timer->setting.it_interval);
    left = __smtcb_rest_of(left);
    target->it_value.tv_sec = left.seconds;
    target->it_value.tv_nsec = left.nanoseconds;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    struct timer *set = timer;
    struct itimerspec new, before;
    _Bool starts, deleted;

    if (value == NULL || !__smtcb_is_duration(&value->it_value) || !__smtcb_is_duration(&value->it_interval))
        return failed(EINVAL);
    new = *value;
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    deleted = set->deleted;
    starts = 0;
    if (!deleted) {
        if (old != NULL)
            tell(set, &before);
        if (set->signal != 0)
            arm_signal(set, &new, flags & TIMER_ABSTIME);
        starts = !is_zero(&new.it_value) && !set->armed && set->function != NULL;
        set->armed = !is_zero(&new.it_value);
        set->absolute = flags & TIMER_ABSTIME;
        set->setting = new;
    }
    __smtcb_atomic_end();
    if (deleted)
        return failed(EINVAL);
    if (old != NULL)
        *old = before;
    if (starts)
        start_thread(set, !is_zero(&new.it_interval));
    return 0;
}

int timer_gettime(timer_t timer, struct itimerspec *value)
{
    struct timer *asked = timer;
    struct itimerspec now;
    _Bool deleted;

    __smtcb_atomic_begin();
    deleted = asked->deleted;
    if (!deleted)
        tell(asked, &now);
    __smtcb_atomic_end();
    if (deleted)
        return failed(EINVAL);
    *value = now;
    return 0;
}

/* One that does not repeat goes off once. */
int timer_getoverrun(timer_t timer)
{
    struct timer *asked = timer;
    int count = __VERIFIER_nondet_int();
    _Bool deleted, repeats;

    __smtcb_atomic_begin();
    deleted = asked->deleted;
    repeats = !is_zero(&asked->setting.it_interval);
    __smtcb_atomic_end();
    if (deleted)
        return failed(EINVAL);
    if (!repeats)
        return 0;
    __smtcb_assume(count >= 0);
    return count;
}

/* The memory stays: a thread of the timer may still look at it. */
int timer_delete(timer_t timer)
{
    static const struct itimerspec never;
    struct timer *deleted = timer;

    if (timer_settime(timer, 0, &never, NULL) < 0)
        return -1;
    __smtcb_atomic_begin();
    deleted->deleted = 1;
    __smtcb_atomic_end();
    return 0;
}
