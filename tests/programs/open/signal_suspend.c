// verdict: safe
// except: cseq slow
/* The right way to wait for a handler. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    handled = 1;
}

int main(void)
{
    sigset_t set, old;

    signal(SIGUSR1, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, &old);
    while (!handled)
        sigsuspend(&old);
    assert(handled);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return 0;
}
