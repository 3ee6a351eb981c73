/* Signals: handlers may be installed and masks set, and no signal ever arrives from outside. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BITS_PER_WORD = 8 * sizeof(unsigned long) };

sighandler_t signal(int signal, sighandler_t handler)
{
    (void)signal;
    (void)handler;
    return SIG_DFL;
}

int sigaction(int signal, const struct sigaction *action, struct sigaction *old_action)
{
    (void)signal;
    (void)action;
    if (old_action != NULL)
        memset(old_action, 0, sizeof *old_action);
    return 0;
}

int raise(int signal)
{
    if (signal == SIGABRT)
        abort();
    __smtcb_unsupported("sending a signal");
    return 0;
}

int kill(pid_t pid, int signal)
{
    (void)pid;
    return signal == 0 ? 0 : raise(signal);
}

/* Signal 0 only asks whether the thread is there: until it is joined, also when it has ended. */
int pthread_kill(pthread_t thread, int signal)
{
    struct __smtcb_thread *asked = (struct __smtcb_thread *)thread;

    if (signal < 0 || signal >= NSIG)
        return EINVAL;
    __smtcb_atomic_begin();
    __smtcb_assert(!asked->joined, "lock-misuse", "a thread gets a signal after it was joined");
    __smtcb_atomic_end();
    return signal == 0 ? 0 : raise(signal);
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 255, sizeof *set);
    return 0;
}

static _Bool is_signal(int signal)
{
    if (signal >= 1 && signal < NSIG)
        return 1;
    errno = EINVAL;
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

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old_set)
{
    (void)how;
    (void)set;
    if (old_set != NULL)
        sigemptyset(old_set);
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old_set)
{
    return pthread_sigmask(how, set, old_set);
}

/* Whoever waits for a signal waits for ever. */
static void wait_for_signal(void)
{
    __smtcb_block_until(__smtcb_cancelled(), "a signal arrives");
    pthread_testcancel();
}

int pause(void)
{
    wait_for_signal();
    return -1;
}

int sigwait(const sigset_t *set, int *signal)
{
    (void)set;
    (void)signal;
    wait_for_signal();
    return EINVAL;
}

int sigsuspend(const sigset_t *mask)
{
    (void)mask;
    wait_for_signal();
    return -1;
}
