/* Timers that send signals: at any time after they were set. One that repeats may send as many as --signals says. */
#include <errno.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* Gives whether it was set before. */
static _Bool set_timer(__smtcb_signal_set one, _Bool armed, _Bool repeating)
{
    _Bool before;

    __smtcb_signal_point();
    __smtcb_atomic_begin();
    before = (__smtcb_armed & one) != 0;
    __smtcb_armed = armed ? __smtcb_armed | one : __smtcb_armed & ~one;
    __smtcb_repeating = repeating ? __smtcb_repeating | one : __smtcb_repeating & ~one;
    __smtcb_atomic_end();
    return before;
}

/* Some time that is left. */
static unsigned any_seconds(void)
{
    unsigned seconds = __VERIFIER_nondet_uint();

    __smtcb_assume(seconds > 0);
    return seconds;
}

unsigned int alarm(unsigned int seconds)
{
    return set_timer(__SMTCB_BIT(SIGALRM), seconds > 0, 0) ? any_seconds() : 0;
}

useconds_t ualarm(useconds_t microseconds, useconds_t interval)
{
    return set_timer(__SMTCB_BIT(SIGALRM), microseconds > 0, interval > 0) ? any_seconds() : 0;
}

static __smtcb_signal_set signal_of(int which)
{
    if (which == ITIMER_REAL)
        return __SMTCB_BIT(SIGALRM);
    return which == ITIMER_VIRTUAL ? __SMTCB_BIT(SIGVTALRM) : __SMTCB_BIT(SIGPROF);
}

static void tell(struct itimerval *value, _Bool armed)
{
    value->it_interval.tv_sec = armed ? __VERIFIER_nondet_uint() : 0;
    value->it_interval.tv_usec = 0;
    value->it_value.tv_sec = armed ? any_seconds() : 0;
    value->it_value.tv_usec = 0;
}

int setitimer(int which, const struct itimerval *value, struct itimerval *old)
{
    _Bool repeating = value->it_interval.tv_sec != 0 || value->it_interval.tv_usec != 0;
    _Bool armed = value->it_value.tv_sec != 0 || value->it_value.tv_usec != 0;

    if (which < ITIMER_REAL || which > ITIMER_PROF) {
        errno = EINVAL;
        return -1;
    }
    armed = set_timer(signal_of(which), armed, repeating);
    if (old != NULL)
        tell(old, armed);
    return 0;
}

int getitimer(int which, struct itimerval *value)
{
    _Bool armed;

    if (which < ITIMER_REAL || which > ITIMER_PROF) {
        errno = EINVAL;
        return -1;
    }
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    armed = (__smtcb_armed & signal_of(which)) != 0;
    __smtcb_atomic_end();
    tell(value, armed);
    return 0;
}
