/* Older names of signal functions, and sets of signals. */
#include <errno.h>
#include <signal.h>
#include <smtcb.h>
#include <stddef.h>

sighandler_t ssignal(int number, sighandler_t handler)
{
    return signal(number, handler);
}

int gsignal(int number)
{
    return raise(number);
}

enum { WORDS = 64 / (8 * sizeof(unsigned long)) }; /* that hold signals */

int sigisemptyset(const sigset_t *set)
{
    for (int i = 0; i < WORDS; i++)
        if (set->__bits[i] != 0)
            return 0;
    return 1;
}

int sigorset(sigset_t *set, const sigset_t *left, const sigset_t *right)
{
    for (int i = 0; i < WORDS; i++)
        set->__bits[i] = left->__bits[i] | right->__bits[i];
    return 0;
}

int sigandset(sigset_t *set, const sigset_t *left, const sigset_t *right)
{
    for (int i = 0; i < WORDS; i++)
        set->__bits[i] = left->__bits[i] & right->__bits[i];
    return 0;
}

/* Masks of BSD: a bit for each of the first signals. */
static int change(int how, int mask)
{
    sigset_t set, old;

    sigemptyset(&set);
    set.__bits[0] = (unsigned)mask;
    pthread_sigmask(how, &set, &old);
    return (int)old.__bits[0];
}

int sigblock(int mask)
{
    return change(SIG_BLOCK, mask);
}

int sigsetmask(int mask)
{
    return change(SIG_SETMASK, mask);
}

int siggetmask(void)
{
    return sigblock(0);
}

/* What comes along with a signal to a thread is not kept. */
int pthread_sigqueue(pthread_t thread, int number, union sigval value)
{
    (void)thread;
    (void)number;
    (void)value;
    __smtcb_unsupported("pthread_sigqueue");
    return 0;
}

int tgkill(pid_t process, pid_t thread, int number)
{
    (void)process;
    (void)thread;
    (void)number;
    __smtcb_unsupported("tgkill");
    return 0;
}
