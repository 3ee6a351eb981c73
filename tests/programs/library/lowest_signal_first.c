// verdict: safe  bounds: signals=0
// except: cseq slow
/* Of two real-time signals that are there, sigwait takes the lower one. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

int main(void)
{
    sigset_t set;
    int taken;

    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN + 1);
    sigaddset(&set, SIGRTMIN + 3);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGRTMIN + 3);
    raise(SIGRTMIN + 1);
    assert(sigwait(&set, &taken) == 0 && taken == SIGRTMIN + 1);
    assert(sigwait(&set, &taken) == 0 && taken == SIGRTMIN + 3);
    return 0;
}
