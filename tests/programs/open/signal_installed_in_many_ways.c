// verdict: safe
// except: cseq slow
/* Handlers of System V are for one signal, those of BSD for all; a stack of their own makes no difference. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static int handled;

static void handler(int number)
{
    (void)number;
    handled++;
}

int main(void)
{
    stack_t old;

    assert(sigaltstack(NULL, &old) == 0 && old.ss_flags == SS_DISABLE);
    assert(bsd_signal(SIGALRM, handler) == SIG_DFL && siginterrupt(SIGALRM, 1) == 0);
    raise(SIGALRM);
    raise(SIGALRM);
    assert(handled == 2);
    assert(sysv_signal(SIGALRM, handler) == handler);
    raise(SIGALRM);
    assert(handled == 3);
    assert(__sysv_signal(SIGALRM, SIG_IGN) == SIG_DFL);
    raise(SIGALRM);
    assert(handled == 3);
    return 0;
}
