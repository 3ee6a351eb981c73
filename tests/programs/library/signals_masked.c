// verdict: safe
/* Masks may be set, and asked for. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

int main(void)
{
    sigset_t set, old;

    assert(sigemptyset(&set) == 0 && sigaddset(&set, SIGUSR1) == 0);
    assert(sigprocmask(SIG_SETMASK, &set, &old) == 0 && !sigismember(&old, SIGUSR1));
    assert(sigprocmask(SIG_SETMASK, &old, NULL) == 0);
}
