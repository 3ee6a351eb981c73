/* Signals: handlers, masks, sending and waiting. How signals arrive is in signal_delivery.c. What these functions do to
   handlers and masks is one step each; handlers run before it, or after it. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BITS_PER_WORD = 8 * sizeof(unsigned long) };

static _Bool is_signal(int signal)
{
    if (signal >= 1 && signal < NSIG)
        return 1;
    errno = EINVAL;
    return 0;
}

static __smtcb_signal_set from_set(const sigset_t *set)
{
#if __SIZEOF_POINTER__ == 8
    return set->__bits[0];
#else
    return set->__bits[0] | (__smtcb_signal_set)set->__bits[1] << 32;
#endif
}

static void to_set(sigset_t *set, __smtcb_signal_set signals)
{
    set->__bits[0] = (unsigned long)signals;
#if __SIZEOF_POINTER__ == 4
    set->__bits[1] = (unsigned long)(signals >> 32);
#endif
}

int sigemptyset(sigset_t *set)
{
    to_set(set, 0);
    return 0;
}

int sigfillset(sigset_t *set)
{
    to_set(set, ~0ULL);
    return 0;
}

int sigaddset(sigset_t *set, int signal)
{
    if (!is_signal(signal))
        return -1;
    set->__bits[(signal - 1) / BITS_PER_WORD] |= 1UL << ((signal - 1) % BITS_PER_WORD);
    return 0;
}

int sigdelset(sigset_t *set, int signal)
{
    if (!is_signal(signal))
        return -1;
    set->__bits[(signal - 1) / BITS_PER_WORD] &= ~(1UL << ((signal - 1) % BITS_PER_WORD));
    return 0;
}

int sigismember(const sigset_t *set, int signal)
{
    if (!is_signal(signal))
        return -1;
    return (int)(set->__bits[(signal - 1) / BITS_PER_WORD] >> ((signal - 1) % BITS_PER_WORD) & 1);
}

/* What is done with a signal. Inside atomic sections, both. */
static void get_action(int signal, struct __smtcb_action *action)
{
    *action = __smtcb_actions[signal];
    if (__smtcb_signals_reset() & __SMTCB_BIT(signal))
        action->handler = SIG_DFL;
}

static void set_action(int signal, const struct __smtcb_action *action)
{
    __smtcb_signal_set one = __SMTCB_BIT(signal);

    __smtcb_actions[signal] = *action;
    if (action->flags & SA_RESETHAND)
        __smtcb_reset_by_signals = 1;
    __smtcb_handlers_reset &= ~one;
    if (action->handler == SIG_DFL || action->handler == SIG_IGN)
        __smtcb_caught &= ~one;
    else
        __smtcb_caught |= one;
    if (action->handler == SIG_IGN) {
        __smtcb_raised &= ~one;
        __smtcb_sent &= ~one;
    }
}

int sigaction(int signal, const struct sigaction *action, struct sigaction *old_action)
{
    struct __smtcb_action old, new;

    if (!is_signal(signal))
        return -1;
    if (action != NULL) {
        if (signal == SIGKILL || signal == SIGSTOP) {
            errno = EINVAL;
            return -1;
        }
        new.handler = action->sa_handler;
        new.mask = from_set(&action->sa_mask);
        new.flags = action->sa_flags;
    }
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    get_action(signal, &old);
    if (action != NULL)
        set_action(signal, &new);
    __smtcb_atomic_end();
    if (old_action != NULL) {
        old_action->sa_handler = old.handler;
        to_set(&old_action->sa_mask, old.mask);
        old_action->sa_flags = old.flags;
    }
    return 0;
}

static sighandler_t install(int signal, sighandler_t handler, int flags)
{
    struct __smtcb_action old, new = {handler, 0, flags};

    if (!is_signal(signal) || signal == SIGKILL || signal == SIGSTOP || handler == SIG_ERR) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    get_action(signal, &old);
    set_action(signal, &new);
    __smtcb_atomic_end();
    return old.handler;
}

sighandler_t signal(int signal, sighandler_t handler)
{
    return install(signal, handler, SA_RESTART);
}

sighandler_t bsd_signal(int signal, sighandler_t handler)
{
    return install(signal, handler, SA_RESTART);
}

sighandler_t sysv_signal(int signal, sighandler_t handler)
{
    return install(signal, handler, (int)SA_RESETHAND | SA_NODEFER);
}

sighandler_t __sysv_signal(int signal, sighandler_t handler)
{
    return sysv_signal(signal, handler);
}

int siginterrupt(int signal, int flag)
{
    if (!is_signal(signal))
        return -1;
    __smtcb_signal_point();
    __smtcb_atomic_begin();
    if (flag)
        __smtcb_actions[signal].flags &= ~SA_RESTART;
    else
        __smtcb_actions[signal].flags |= SA_RESTART;
    __smtcb_atomic_end();
    return 0;
}

/* The stack that handlers run on makes no difference. What was said about it is kept. */
static _Thread_local stack_t other_stack;
static _Thread_local _Bool has_other_stack;
extern _Thread_local int __smtcb_on_stack;

static int set_other_stack(const stack_t *stack)
{
    if (has_other_stack && __smtcb_on_stack > 0)
        return EPERM;
    if (stack->ss_flags != 0 && stack->ss_flags != SS_DISABLE && stack->ss_flags != SS_ONSTACK)
        return EINVAL;
    if (stack->ss_flags == SS_DISABLE) {
        has_other_stack = 0;
        return 0;
    }
    if (stack->ss_size < MINSIGSTKSZ)
        return ENOMEM;
    has_other_stack = 1;
    other_stack.ss_sp = stack->ss_sp;
    other_stack.ss_size = stack->ss_size;
    return 0;
}

int sigaltstack(const stack_t *stack, stack_t *old_stack)
{
    stack_t old = {NULL, SS_DISABLE, 0};
    int error = 0;

    if (has_other_stack) {
        old = other_stack;
        old.ss_flags = __smtcb_on_stack > 0 ? SS_ONSTACK : 0;
    }
    if (stack != NULL)
        error = set_other_stack(stack);
    if (error != 0) {
        errno = error;
        return -1;
    }
    if (old_stack != NULL)
        *old_stack = old;
    return 0;
}

/* Whatever is not blocked any more happens before the function returns. */
void __smtcb_set_mask(__smtcb_signal_set signals)
{
    __smtcb_signal_block(signals);
    __smtcb_signal_pending();
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old_set)
{
    __smtcb_signal_set signals = set != NULL ? from_set(set) : 0;

    if (set != NULL && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
        return EINVAL;
    __smtcb_signal_point();
    if (old_set != NULL)
        to_set(old_set, __smtcb_blocked);
    if (set != NULL) {
        if (how == SIG_BLOCK)
            signals |= __smtcb_blocked;
        else if (how == SIG_UNBLOCK)
            signals = __smtcb_blocked & ~signals;
        __smtcb_set_mask(signals);
    }
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old_set)
{
    int error = pthread_sigmask(how, set, old_set);

    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

/* Another mask while a call waits for something else. Gives whether a handler has run, which ends the call. */
_Bool __smtcb_waits_with_mask(const void *mask, __smtcb_signal_set *before)
{
    __smtcb_signal_point();
    *before = __smtcb_blocked;
    __smtcb_signal_block(from_set(mask));
    if (!__smtcb_signal_pending() && !__smtcb_signal_interrupts(0))
        return 0;
    errno = EINTR;
    return 1;
}

void __smtcb_waited_with_mask(__smtcb_signal_set before)
{
    __smtcb_signal_block(before);
    __smtcb_signal_pending();
}

/* The calls of System V. */
static int change_mask(int how, int signal)
{
    sigset_t one;

    if (!is_signal(signal))
        return -1;
    to_set(&one, __SMTCB_BIT(signal));
    return pthread_sigmask(how, &one, NULL);
}

int sighold(int signal)
{
    return change_mask(SIG_BLOCK, signal);
}

int sigrelse(int signal)
{
    return change_mask(SIG_UNBLOCK, signal);
}

int sigignore(int signal)
{
    return install(signal, SIG_IGN, 0) == SIG_ERR ? -1 : 0;
}

sighandler_t sigset(int signal, sighandler_t disposition)
{
    struct sigaction now;
    sighandler_t old;
    _Bool was_blocked;

    if (sigaction(signal, NULL, &now) < 0)
        return SIG_ERR;
    was_blocked = (__smtcb_blocked & __SMTCB_BIT(signal)) != 0;
    old = now.sa_handler;
    if (disposition == SIG_HOLD) {
        sighold(signal);
    } else {
        old = install(signal, disposition, 0);
        if (old == SIG_ERR)
            return SIG_ERR;
        sigrelse(signal);
    }
    return was_blocked ? SIG_HOLD : old;
}

/* Of real-time signals every single one is kept, in a queue. */
static void check_queue(__smtcb_signal_set waiting, int signal)
{
    if (signal >= SIGRTMIN && (waiting & __SMTCB_BIT(signal)))
        __smtcb_unsupported("a queue of signals");
}

int raise(int signal)
{
    if (signal == 0)
        return 0;
    if (!is_signal(signal))
        return -1;
    __smtcb_signal_point();
    if (__smtcb_blocked & __SMTCB_BIT(signal)) {
        check_queue(__smtcb_raised, signal);
        __smtcb_raised |= __SMTCB_BIT(signal);
    } else {
        __smtcb_signal_happens(signal);
    }
    return 0;
}

/* Is no handler there, and is it not ignored? Inside an atomic section. */
static _Bool is_default(int signal)
{
    return __smtcb_actions[signal].handler == SIG_DFL || (__smtcb_signals_reset() & __SMTCB_BIT(signal)) != 0;
}

/* The other thread gets the signal at any time from now on; where that ends the process, this thread may go on for a
   while. Signal 0 only asks whether the thread is there: until it is joined, also when it has ended. */
int pthread_kill(pthread_t thread, int signal)
{
    struct __smtcb_thread *asked = __smtcb_called(thread);
    _Bool ends = 0;

    if (signal < 0 || signal >= NSIG)
        return EINVAL;
    if (asked == __smtcb_self)
        return raise(signal);
    __smtcb_atomic_begin();
    __smtcb_assert(!asked->joined, "lock-misuse", "a thread gets a signal after it was joined");
    if (asked->detached)
        __smtcb_assert(!asked->ended, "lock-misuse", "a thread gets a signal that was detached, and has ended");
    if (signal != 0 && !asked->ended) {
        check_queue(asked->signals, signal);
        asked->signals |= __SMTCB_BIT(signal);
        ends = is_default(signal) && !__smtcb_signal_is_blocked_in(asked, __SMTCB_BIT(signal))
               && __VERIFIER_nondet_bool();
    }
    __smtcb_atomic_end();
    if (ends)
        __smtcb_signal_happens(signal);
    return 0;
}

/* A signal to the process happens to any thread that does not block it; to the sender at once if there is no other. */
static void send_to_process(int signal, const struct __smtcb_sent_along *along)
{
    __smtcb_signal_set one = __SMTCB_BIT(signal);
    _Bool here;

    __smtcb_signal_point();
    __smtcb_atomic_begin();
    check_queue(__smtcb_sent, signal);
    if (!(__smtcb_sent & one))
        __smtcb_sent_along[signal] = *along;
    here = !(__smtcb_blocked & one);
    if (__smtcb_signals_among_threads && (__smtcb_signals_for_others() & one))
        here = is_default(signal) ? here || __VERIFIER_nondet_bool() : here && __VERIFIER_nondet_bool();
    if (!here)
        __smtcb_sent |= one;
    __smtcb_atomic_end();
    if (here)
        __smtcb_signal_happens(signal);
}

/* Other processes are out of reach: they may be there or not. The process is in the group that getpgrp tells. */
static int send_signal(pid_t pid, int signal, const struct __smtcb_sent_along *along)
{
    if (signal < 0 || signal >= NSIG) {
        errno = EINVAL;
        return -1;
    }
    if (pid != getpid() && pid != 0 && pid != -getpgrp()) {
        if (__VERIFIER_nondet_bool())
            return 0;
        errno = __VERIFIER_nondet_bool() ? ESRCH : EPERM;
        return -1;
    }
    if (signal != 0)
        send_to_process(signal, along);
    return 0;
}

int kill(pid_t pid, int signal)
{
    static const struct __smtcb_sent_along nothing;

    return send_signal(pid, signal, &nothing);
}

int killpg(pid_t group, int signal)
{
    if (group < 0) {
        errno = EINVAL;
        return -1;
    }
    return kill(-group, signal);
}

int sigqueue(pid_t pid, int signal, union sigval value)
{
    struct __smtcb_sent_along along = {value, SI_QUEUE};

    return send_signal(pid, signal, &along);
}

int sigpending(sigset_t *set)
{
    __smtcb_signal_set pending;

    __smtcb_signal_point();
    __smtcb_atomic_begin();
    pending = (__smtcb_raised | __smtcb_sent | __smtcb_self->signals) & __smtcb_blocked;
    __smtcb_atomic_end();
    to_set(set, pending);
    return 0;
}

/* Of real-time signals that are there the lowest is taken; those that were sent to the thread and to the process are
   queues of their own. Inside an atomic section. */
static _Bool is_first(__smtcb_signal_set one, __smtcb_signal_set wanted)
{
    __smtcb_signal_set lower = wanted & (one - 1) & (~0ULL << (SIGRTMIN - 1));
    __smtcb_signal_set own = __smtcb_raised | __smtcb_self->signals;

    return lower == 0 || ((own & one ? own : __smtcb_sent) & lower) == 0;
}

/* Waits for one of the signals in a set; handlers do not matter. */
static int wait_for_one(__smtcb_signal_set wanted, _Bool has_deadline)
{
    __smtcb_signal_set all = wanted;
    int signal = 0;

    __smtcb_signal_point();
    if (!has_deadline) {
        __smtcb_atomic_begin();
        __smtcb_block_until(__smtcb_cancelled() || __smtcb_signal_may_come(wanted), "a signal arrives");
        __smtcb_atomic_end();
    }
    pthread_testcancel();
    for (; wanted != 0 && signal == 0; wanted &= wanted - 1)
        if (__VERIFIER_nondet_bool()) {
            __smtcb_atomic_begin();
            __smtcb_assume(is_first(wanted & -wanted, all));
            __smtcb_signal_take(wanted & -wanted);
            __smtcb_atomic_end();
            signal = __smtcb_signal_number(wanted & -wanted);
        }
    __smtcb_assume(signal != 0);
    return signal;
}

int sigwait(const sigset_t *set, int *signal)
{
    *signal = wait_for_one(from_set(set), 0);
    return 0;
}

static void inform(siginfo_t *information, int signal)
{
    if (information != NULL) {
        memset(information, 0, sizeof *information);
        information->si_signo = signal;
        information->si_code = __smtcb_sent_along[signal].code;
        information->si_value = __smtcb_sent_along[signal].value;
    }
}

static int wait_with_information(const sigset_t *set, siginfo_t *information, _Bool has_deadline)
{
    int signal;

    if (__smtcb_signal_interrupts(0)) {
        errno = EINTR;
        return -1;
    }
    signal = wait_for_one(from_set(set), has_deadline);
    inform(information, signal);
    return signal;
}

int sigwaitinfo(const sigset_t *set, siginfo_t *information)
{
    return wait_with_information(set, information, 0);
}

/* May end at any time where none of the signals is there. */
int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *timeout)
{
    if (!__smtcb_is_time(timeout)) {
        errno = EINVAL;
        return -1;
    }
    if (__VERIFIER_nondet_bool()) {
        __smtcb_signal_point();
        __smtcb_atomic_begin();
        __smtcb_assume(!__smtcb_signal_is_there(from_set(set)));
        __smtcb_atomic_end();
        errno = EAGAIN;
        return -1;
    }
    return wait_with_information(set, information, 1);
}

/* Where there is no handler, whoever waits for a signal waits for the end of the process, which somebody outside may bring
   about at any time. So nobody is deadlocked who is in company of such a thread: that is how a daemon sleeps. */
static void wait_for_the_end(void)
{
    _Bool is_over;

    __smtcb_atomic_begin();
    is_over = __VERIFIER_nondet_bool();
    __smtcb_block_until(is_over || __smtcb_cancelled() || __smtcb_caught != 0, "a signal arrives");
    is_over = is_over && !__smtcb_cancelled() && __smtcb_caught == 0;
    __smtcb_atomic_end();
    if (is_over)
        __smtcb_abort(128 + SIGTERM);
}

static void wait_for_the_end_unless_handled(void)
{
    _Bool nobody_handles;

    __smtcb_atomic_begin();
    nobody_handles = __smtcb_signals > 0 && __smtcb_caught == 0;
    __smtcb_atomic_end();
    if (nobody_handles)
        wait_for_the_end();
}

/* A handler that runs before it begins to wait does not wake it up. */
int pause(void)
{
    __smtcb_signal_point();
    wait_for_the_end_unless_handled();
    __smtcb_signal_wait();
    errno = EINTR;
    return -1;
}

/* Waits with another mask; what was pending happens under it. */
int sigsuspend(const sigset_t *mask)
{
    __smtcb_signal_set before = __smtcb_blocked;

    __smtcb_signal_point();
    __smtcb_signal_block(from_set(mask));
    if (!__smtcb_signal_pending()) {
        wait_for_the_end_unless_handled();
        __smtcb_signal_wait();
    }
    __smtcb_signal_block(before);
    __smtcb_signal_pending();
    errno = EINTR;
    return -1;
}

/* Waits without blocking one signal. */
int sigpause(int signal)
{
    sigset_t mask;

    if (!is_signal(signal))
        return -1;
    to_set(&mask, __smtcb_blocked & ~__SMTCB_BIT(signal));
    return sigsuspend(&mask);
}
