// verdict: safe  bounds: signals=0
// except: cseq slow
/* Whoever blocks an alarm and sleeps as long as it takes finds it waiting. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

int main(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    alarm(1);
    assert(sleep(1) == 0);
    assert(sigpending(&set) == 0 && sigismember(&set, SIGALRM) == 1);
    assert(alarm(0) == 0);
    return 0;
}
