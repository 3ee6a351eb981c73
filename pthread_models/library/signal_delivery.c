/* How signals arrive. A handler is an ordinary function that is called where a signal may interrupt a thread. The places
   are found by esbmc_py/goto/signals.py, which calls __smtcb_signal_point there.

   A signal comes from outside (as many in all as --signals says), or the program has sent it: to itself (raise), to
   another thread (pthread_kill), to the process (kill), or by a timer (alarm). Handlers, what was sent to the process and
   what has come from outside belong to the process; masks belong to threads. Who is not interrupted looks at nothing that
   other threads change, unless the program sends signals. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>

/* Set by --signals. */
int __smtcb_signals = 1;

/* Set for a single execution: timers that repeat do so without an end. Otherwise each round counts as a signal from
   outside. */
int __smtcb_timers_go_on = 0;

/* What the program is like, set by esbmc_py/goto/signals.py: */
int __smtcb_signals_are_sent = 0;    /* it has functions that send signals to other threads, to the process, or later */
int __smtcb_signals_among_threads = 0; /* there are threads besides main */
int __smtcb_masks_are_kept = 0;        /* it matters to threads what others block */

struct __smtcb_action __smtcb_actions[NSIG];
__smtcb_signal_set __smtcb_caught;          /* there is a handler for these */
_Bool __smtcb_reset_by_signals;             /* there are handlers for one signal only: */
__smtcb_signal_set __smtcb_handlers_reset;  /* these are SIG_DFL again, since their handlers were for one signal */
__smtcb_signal_set __smtcb_sent;            /* to the process, and not taken yet */
__smtcb_signal_set __smtcb_armed;           /* will be sent by a timer, */
__smtcb_signal_set __smtcb_repeating;       /* and then again and again */
static struct __smtcb_alarm alarm_clock;    /* the timer that sends SIGALRM, while it has not gone off */
struct __smtcb_sent_along __smtcb_sent_along[NSIG];   /* by sigqueue and timers, for whoever gets the signal */
static int from_outside;                    /* how many have come */

/* What threads do not block, by number; nothing where there is no such thread. */
enum { MOST_THREADS = 8 };
static __smtcb_signal_set open_to[MOST_THREADS] = {~0ULL};

_Thread_local __smtcb_signal_set __smtcb_blocked;
_Thread_local __smtcb_signal_set __smtcb_raised; /* by the thread for itself, while they were blocked */
_Thread_local int __smtcb_handler_depth;         /* how many handlers the thread is in */
_Thread_local int __smtcb_on_stack;              /* how many of them want the other stack */
static _Thread_local int from_outside_here;
static _Thread_local int interruptions; /* how many interrupt each other now: a number that all executions agree on */
static _Thread_local _Bool has_mask;
static _Thread_local int sections; /* how many atomic sections the thread is in, where that is not clear otherwise */

/* Faults come from what the program does, alarms from its timers: nobody else sends these. */
#define NOT_FROM_OUTSIDE                                                                                                \
    (__SMTCB_BIT(SIGILL) | __SMTCB_BIT(SIGTRAP) | __SMTCB_BIT(SIGABRT) | __SMTCB_BIT(SIGBUS) | __SMTCB_BIT(SIGFPE)       \
     | __SMTCB_BIT(SIGSEGV) | __SMTCB_BIT(SIGSYS) | __SMTCB_BIT(SIGALRM) | __SMTCB_BIT(SIGVTALRM)                       \
     | __SMTCB_BIT(SIGPROF) | __SMTCB_BIT(SIGKILL) | __SMTCB_BIT(SIGSTOP))

#define IGNORED_BY_DEFAULT (__SMTCB_BIT(SIGCHLD) | __SMTCB_BIT(SIGCONT) | __SMTCB_BIT(SIGURG) | __SMTCB_BIT(SIGWINCH))
#define STOPPING (__SMTCB_BIT(SIGSTOP) | __SMTCB_BIT(SIGTSTP) | __SMTCB_BIT(SIGTTIN) | __SMTCB_BIT(SIGTTOU))

/* Which one a set of one signal holds. */
int __smtcb_signal_number(__smtcb_signal_set one)
{
    return 1 + ((one & 0xaaaaaaaaaaaaaaaaULL) != 0) + 2 * ((one & 0xccccccccccccccccULL) != 0)
           + 4 * ((one & 0xf0f0f0f0f0f0f0f0ULL) != 0) + 8 * ((one & 0xff00ff00ff00ff00ULL) != 0)
           + 16 * ((one & 0xffff0000ffff0000ULL) != 0) + 32 * ((one & 0xffffffff00000000ULL) != 0);
}

/* A thread begins with the mask of the thread that has created it. Inside the atomic section in which it starts. */
void __smtcb_signal_thread_begins(struct __smtcb_thread *thread, unsigned number)
{
    thread->blocked_signals = __smtcb_blocked;
    if (__smtcb_masks_are_kept) {
        if (number >= MOST_THREADS)
            __smtcb_unsupported("signals among more than 8 threads");
        open_to[number % MOST_THREADS] = ~__smtcb_blocked;
    }
}

/* Inside the atomic section in which it ends. */
void __smtcb_signal_thread_ends(void)
{
    if (__smtcb_masks_are_kept)
        open_to[__smtcb_self->number % MOST_THREADS] = 0;
}

/* Inside an atomic section, like the next. */
_Bool __smtcb_signal_is_blocked_in(struct __smtcb_thread *thread, __smtcb_signal_set one)
{
    return (open_to[thread->number % MOST_THREADS] & one) == 0;
}

/* What threads other than this one do not block. */
__smtcb_signal_set __smtcb_signals_for_others(void)
{
    unsigned self = __smtcb_self->number % MOST_THREADS;
    __smtcb_signal_set others = 0;
    unsigned number;

    for (number = 0; number < MOST_THREADS; number++)
        if (number != self)
            others |= open_to[number];
    return others;
}

void __smtcb_signal_inherit(void)
{
    if (!has_mask) {
        has_mask = 1;
        __smtcb_atomic_begin();
        __smtcb_blocked = __smtcb_self->blocked_signals;
        __smtcb_atomic_end();
    }
}

/* What follows, up to deliver, is for use inside atomic sections. */

/* Those of the wanted signals that the program has sent, and this thread may take. */
static __smtcb_signal_set sent_here(__smtcb_signal_set wanted)
{
    return (__smtcb_signals_are_sent ? __smtcb_raised | __smtcb_sent | __smtcb_self->signals : __smtcb_raised) & wanted;
}

_Bool __smtcb_signal_is_there(__smtcb_signal_set wanted)
{
    return sent_here(wanted) != 0;
}

/* Could one of them come, now or later? However many have come: there is always somebody who can send another one. */
_Bool __smtcb_signal_may_come(__smtcb_signal_set wanted)
{
    return (sent_here(wanted) | (__smtcb_signals_are_sent ? __smtcb_armed & wanted : 0)
            | (__smtcb_signals > 0 ? wanted & ~NOT_FROM_OUTSIDE : 0)) != 0;
}

static void take_from_timer_or_outside(__smtcb_signal_set one)
{
    _Bool armed = __smtcb_signals_are_sent && (__smtcb_armed & one);

    if (armed && !(__smtcb_repeating & one)) {
        __smtcb_armed &= ~one;
    } else if (!(armed && __smtcb_timers_go_on)) {
        __smtcb_assume(from_outside < __smtcb_signals && (armed || !(one & NOT_FROM_OUTSIDE)));
        from_outside++;
        from_outside_here++;
    }
}

/* The signal comes now. There is no such execution where it cannot. */
void __smtcb_signal_take(__smtcb_signal_set one)
{
    if (__smtcb_raised & one)
        __smtcb_raised &= ~one;
    else if (__smtcb_signals_are_sent && (__smtcb_self->signals & one))
        __smtcb_self->signals &= ~one;
    else if (__smtcb_signals_are_sent && (__smtcb_sent & one))
        __smtcb_sent &= ~one;
    else
        take_from_timer_or_outside(one);
}

/* What happens to those who get the signal now. */
static struct __smtcb_action action_for(int signal)
{
    struct __smtcb_action action = __smtcb_actions[signal];

    if (action.flags & SA_RESETHAND) {
        if (__smtcb_handlers_reset & __SMTCB_BIT(signal))
            action.handler = SIG_DFL;
        __smtcb_handlers_reset |= __SMTCB_BIT(signal);
    }
    return action;
}

static void call_with_information(int signal, struct __smtcb_action *action)
{
    siginfo_t information = {0};
    static char context[1024];

    information.si_signo = signal;
    information.si_code = __smtcb_sent_along[signal].code;
    information.si_value = __smtcb_sent_along[signal].value;
    ((void (*)(int, siginfo_t *, void *))action->handler)(signal, &information, context);
}

/* Nobody asks what a process that a signal has ended has not freed. */
static void default_action(int signal)
{
    if (__SMTCB_BIT(signal) & STOPPING)
        __smtcb_unsupported("a signal that stops the process");
    if (!(__SMTCB_BIT(signal) & IGNORED_BY_DEFAULT))
        __smtcb_abort(128 + signal);
}

/* Gives whether a handler has run. While it runs, its own signal and those in its mask are blocked. What it does to the mask
   is undone. */
static _Bool act(int signal, struct __smtcb_action *action)
{
    __smtcb_signal_set before = __smtcb_blocked;

    if (action->handler == SIG_IGN)
        return 0;
    if (action->handler == SIG_DFL) {
        default_action(signal);
        return 0;
    }
    __smtcb_signal_block(before | action->mask | (action->flags & SA_NODEFER ? 0 : __SMTCB_BIT(signal)));
    __smtcb_handler_depth++;
    if (action->flags & SA_ONSTACK)
        __smtcb_on_stack++;
    if (action->flags & SA_SIGINFO)
        call_with_information(signal, action);
    else
        action->handler(signal);
    if (action->flags & SA_ONSTACK)
        __smtcb_on_stack--;
    __smtcb_handler_depth--;
    __smtcb_signal_block(before);
    return 1;
}

void __smtcb_signal_block(__smtcb_signal_set signals)
{
    __smtcb_blocked = signals & ~(__SMTCB_BIT(SIGKILL) | __SMTCB_BIT(SIGSTOP));
    if (__smtcb_masks_are_kept) {
        __smtcb_atomic_begin();
        open_to[__smtcb_self->number % MOST_THREADS] = ~__smtcb_blocked;
        __smtcb_atomic_end();
    }
}

/* The signal happens to the running thread, which does not block it. */
void __smtcb_signal_happens(int signal)
{
    struct __smtcb_action action;

    __smtcb_atomic_begin();
    action = action_for(signal);
    __smtcb_atomic_end();
    act(signal, &action);
    __smtcb_signal_pending();
}

/* One of these signals happens, which is there and not blocked. */
static _Bool any_happens(__smtcb_signal_set there)
{
    struct __smtcb_action action;

    for (; there != 0; there &= there - 1)
        if ((there & (there - 1)) == 0 || __VERIFIER_nondet_bool()) {
            int signal = __smtcb_signal_number(there & -there);

            __smtcb_atomic_begin();
            __smtcb_assume(sent_here(there & -there) != 0);
            __smtcb_signal_take(there & -there);
            action = action_for(signal);
            __smtcb_atomic_end();
            return act(signal, &action);
        }
    return 0;
}

/* Whatever is there and not blocked any more happens at once. Gives whether a handler has run. */
_Bool __smtcb_signal_pending(void)
{
    __smtcb_signal_set there;
    _Bool handled = 0;

    for (;;) {
        if (__smtcb_signals_are_sent) {
            __smtcb_atomic_begin();
            there = sent_here(~__smtcb_blocked);
            __smtcb_atomic_end();
        } else {
            there = __smtcb_raised & ~__smtcb_blocked;
        }
        if (there == 0)
            return handled;
        handled |= any_happens(there);
    }
}

/* What other threads may change at any time, looked at outside of atomic sections: that is no race, and orders nothing. */
#define NOW(set) __atomic_load_n(&(set), __ATOMIC_RELAXED)

/* Those that are SIG_DFL again. Looks at what others do only if there are handlers for one signal. */
__smtcb_signal_set __smtcb_signals_reset(void)
{
    return NOW(__smtcb_reset_by_signals) ? NOW(__smtcb_handlers_reset) : 0;
}

/* The signals that handlers wait for in this thread. */
static __smtcb_signal_set deliverable(void)
{
    return NOW(__smtcb_caught) & ~__smtcb_blocked & ~__smtcb_signals_reset();
}

enum { NO_SIGNAL = -1 };

/* Runs the handler of a signal that comes now. Gives the handler's flags. */
static int deliver_one(__smtcb_signal_set one)
{
    struct __smtcb_action action;
    int signal = __smtcb_signal_number(one);

    __smtcb_atomic_begin();
    __smtcb_assume(!(__smtcb_signals_reset() & one));
    __smtcb_signal_take(one);
    action = action_for(signal);
    __smtcb_atomic_end();
    interruptions++;
    act(signal, &action);
    interruptions--;
    __smtcb_signal_pending();
    return action.flags & 0x7fffffff; /* never NO_SIGNAL */
}

/* The signals whose handlers may run in this thread now. */
static __smtcb_signal_set may_come_now(void)
{
    __smtcb_signal_set found;

    __smtcb_atomic_begin();
    found = deliverable()
            & (sent_here(~0ULL) | __smtcb_armed | (from_outside < __smtcb_signals ? ~NOT_FROM_OUTSIDE : 0));
    __smtcb_atomic_end();
    return found;
}

/* The same, and perhaps more: this does not look at what others do, unless a single execution is asked for. */
static __smtcb_signal_set may_interrupt(void)
{
    __smtcb_signal_set outside = __smtcb_signals > 0 ? ~NOT_FROM_OUTSIDE : 0;

    if (sections > 0)
        return 0;
    if (__smtcb_signals_are_sent && __smtcb_signals_among_threads)
        return __smtcb_timers_go_on ? may_come_now() : NOW(__smtcb_caught) & ~__smtcb_blocked;
    if (from_outside_here >= __smtcb_signals || interruptions >= __smtcb_signals)
        outside = 0;
    if (!__smtcb_signals_are_sent)
        return NOW(__smtcb_caught) & ~__smtcb_blocked & outside;
    return deliverable() & (sent_here(~0ULL) | (NOW(__smtcb_armed) & ~NOW(__smtcb_repeating)) | outside
                            | (outside != 0 || __smtcb_timers_go_on ? NOW(__smtcb_armed) : 0));
}

/* Lets one signal come, or none. Each is looked at by itself, so that it is known which one comes; how many there are
   does not depend on what has come before. */
static int deliver(void)
{
    __smtcb_signal_set rest = NOW(__smtcb_caught) & ~__smtcb_blocked;
    __smtcb_signal_set possible = may_interrupt();

    for (; rest != 0; rest &= rest - 1)
        if ((possible & rest & -rest) && __VERIFIER_nondet_bool())
            return deliver_one(rest & -rest);
    return NO_SIGNAL;
}

void __smtcb_signal_section(int change)
{
    sections += change;
}

/* Here the thread may be interrupted, as often as there are signals. */
void __smtcb_signal_point(void)
{
    int i;

    for (i = 0; __smtcb_signals_are_sent || i < __smtcb_signals; i++)
        if (deliver() == NO_SIGNAL)
            break;
}

/* Does a signal come while a call waits? */
_Bool __smtcb_signal_comes(void)
{
    return may_interrupt() != 0 && __VERIFIER_nondet_bool();
}

/* Runs its handler, and gives whether the call ends then. Some go on after handlers with SA_RESTART. */
_Bool __smtcb_signal_ends_call(_Bool may_restart)
{
    int flags = deliver();

    __smtcb_assume(flags != NO_SIGNAL);
    return !(flags & SA_RESTART) || !may_restart;
}

_Bool __smtcb_signal_interrupts(_Bool may_restart)
{
    int flags = deliver();

    return flags != NO_SIGNAL && (!(flags & SA_RESTART) || !may_restart);
}

/* Waits until a handler has run. */
void __smtcb_signal_wait(void)
{
    int flags;

    __smtcb_atomic_begin();
    __smtcb_block_until(__smtcb_cancelled() || __smtcb_signal_may_come(deliverable()), "a signal arrives");
    __smtcb_atomic_end();
    pthread_testcancel();
    flags = deliver();
    __smtcb_assume(flags != NO_SIGNAL);
}

_Bool __smtcb_in_handler(void)
{
    return __smtcb_handler_depth > 0;
}

/* The signals that a handler waits for in some thread. Inside an atomic section. */
static __smtcb_signal_set heard_by_handlers(void)
{
    __smtcb_signal_set heard = ~__smtcb_blocked;

    if (__smtcb_masks_are_kept)
        heard |= __smtcb_signals_for_others();
    return __smtcb_caught & ~__smtcb_signals_reset() & heard;
}

/* May a handler run, in any thread, and give what this one waits for? Inside an atomic section. */
_Bool __smtcb_signal_may_help(void)
{
    return __smtcb_signal_may_come(heard_by_handlers());
}

/* Will a timer go off, in any thread, whose handler may end the process, or this thread? Inside an atomic section. */
_Bool __smtcb_timer_may_end_wait(void)
{
    return (__smtcb_armed & heard_by_handlers()) != 0;
}

/* A timer is set, or not set any more. */
void __smtcb_timer_set(__smtcb_signal_set one, _Bool armed, _Bool repeating, struct __smtcb_duration duration)
{
    __smtcb_armed = armed ? __smtcb_armed | one : __smtcb_armed & ~one;
    __smtcb_repeating = armed && repeating ? __smtcb_repeating | one : __smtcb_repeating & ~one;
    if (one == __SMTCB_BIT(SIGALRM)) {
        alarm_clock.rings = armed && !repeating;
        alarm_clock.duration = duration;
        alarm_clock.settings++;
    }
}

_Bool __smtcb_timer_is_set(__smtcb_signal_set one)
{
    return (__smtcb_armed & one) != 0;
}

/* The alarm as it is when a sleep begins. */
struct __smtcb_alarm __smtcb_alarm_before_sleep(void)
{
    struct __smtcb_alarm found = {0};

    if (__smtcb_signals_are_sent) {
        __smtcb_atomic_begin();
        found = alarm_clock;
        found.rings = found.rings && (__smtcb_armed & __SMTCB_BIT(SIGALRM));
        __smtcb_atomic_end();
    }
    return found;
}

static _Bool is_longer(struct __smtcb_duration duration, struct __smtcb_duration other)
{
    return duration.seconds > other.seconds
           || (duration.seconds == other.seconds && duration.nanoseconds > other.nanoseconds);
}

/* Whoever has slept as long as the alarm takes finds that it has gone off. If there are no other threads, a handler would
   have interrupted the sleep. */
void __smtcb_alarm_after_sleep(struct __smtcb_alarm before, struct __smtcb_duration slept)
{
    __smtcb_signal_set one = __SMTCB_BIT(SIGALRM);
    _Bool is_over, ends_process;

    if (!before.rings || is_longer(before.duration, slept))
        return;
    __smtcb_atomic_begin();
    is_over = (__smtcb_armed & one) && before.settings == alarm_clock.settings;
    __smtcb_assume(!is_over || __smtcb_signals_among_threads || sections > 0 || !(deliverable() & one));
    ends_process = 0;
    if (is_over) {
        __smtcb_armed &= ~one;
        if (__smtcb_actions[SIGALRM].handler != SIG_IGN)
            __smtcb_sent |= one;
        ends_process = !(__smtcb_caught & one & ~__smtcb_signals_reset()) && (__smtcb_sent & one & ~__smtcb_blocked);
    }
    __smtcb_atomic_end();
    if (ends_process)
        __smtcb_abort(128 + SIGALRM);
}
