/* Timers of POSIX: each sends a signal, or calls a function in a thread of its own, at any time after it was set. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <time.h>

extern union sigval __smtcb_signal_values[];

struct timer {
    int signal; /* 0: none */
    union sigval value;
    void (*function)(union sigval);
    _Bool armed;
};

int timer_create(clockid_t clock, struct sigevent *event, timer_t *timer)
{
    struct timer *made = __smtcb_allocate_internally(sizeof(struct timer), 1);

    (void)clock;
    made->signal = SIGALRM;
    made->value.sival_ptr = made;
    if (event != NULL) {
        made->signal = event->sigev_notify == SIGEV_SIGNAL ? event->sigev_signo : 0;
        made->value = event->sigev_value;
        if (event->sigev_notify == SIGEV_THREAD)
            made->function = event->sigev_notify_function;
        else if (event->sigev_notify != SIGEV_SIGNAL && event->sigev_notify != SIGEV_NONE)
            __smtcb_unsupported("a timer that sends signals to one thread");
    }
    if (made->signal < 0 || made->signal >= NSIG) {
        errno = EINVAL;
        return -1;
    }
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

/* Inside an atomic section. */
static void arm_signal(struct timer *timer, _Bool armed, _Bool repeating)
{
    __smtcb_signal_set one = __SMTCB_BIT(timer->signal);

    if (armed && !timer->armed && (__smtcb_armed & one))
        __smtcb_unsupported("two timers that send the same signal");
    if (armed || timer->armed)
        __smtcb_armed = armed ? __smtcb_armed | one : __smtcb_armed & ~one;
    __smtcb_repeating = armed && repeating ? __smtcb_repeating | one : __smtcb_repeating & ~one;
    __smtcb_signal_values[timer->signal] = timer->value;
}

static void tell(struct itimerspec *value, _Bool armed)
{
    value->it_interval.tv_sec = armed ? __VERIFIER_nondet_uint() : 0;
    value->it_interval.tv_nsec = 0;
    value->it_value.tv_sec = armed ? __VERIFIER_nondet_uint() : 0;
    value->it_value.tv_nsec = armed;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old)
{
    struct timer *set = timer;
    _Bool armed = value->it_value.tv_sec != 0 || value->it_value.tv_nsec != 0;
    _Bool repeating = value->it_interval.tv_sec != 0 || value->it_interval.tv_nsec != 0;
    _Bool before;

    (void)flags;
    if (!__smtcb_is_time(&value->it_value) || !__smtcb_is_time(&value->it_interval)) {
        errno = EINVAL;
        return -1;
    }
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    if (set->signal != 0)
        arm_signal(set, armed, repeating);
    before = set->armed;
    set->armed = armed;
    __smtcb_atomic_end();
    if (old != NULL)
        tell(old, before);
    if (armed && !before && set->function != NULL)
        start_thread(set, repeating);
    return 0;
}

int timer_gettime(timer_t timer, struct itimerspec *value)
{
    _Bool armed;

    __smtcb_atomic_begin();
    armed = ((struct timer *)timer)->armed;
    __smtcb_atomic_end();
    tell(value, armed);
    return 0;
}

int timer_getoverrun(timer_t timer)
{
    int count = __VERIFIER_nondet_int();

    (void)timer;
    __smtcb_assume(count >= 0);
    return count;
}

/* The memory stays: a thread of the timer may still look at it. */
int timer_delete(timer_t timer)
{
    static const struct itimerspec never;

    return timer_settime(timer, 0, &never, NULL);
}
