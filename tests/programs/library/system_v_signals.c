// verdict: safe  bounds: signals=0
// except: cseq slow
/* sigset, sighold, sigrelse, sigignore and sigpause, as glibc has them. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>

static int handled;

static void handler(int number)
{
    handled += number;
}

int main(void)
{
    sigset_t waiting;

    assert(sigset(SIGUSR1, handler) == SIG_DFL);
    assert(sighold(SIGUSR1) == 0);
    raise(SIGUSR1);
    assert(handled == 0 && sigpending(&waiting) == 0 && sigismember(&waiting, SIGUSR1) == 1);
    assert(sigpause(SIGUSR1) == -1 && errno == EINTR && handled == SIGUSR1);
    raise(SIGUSR1);
    assert(handled == SIGUSR1);
    assert(sigrelse(SIGUSR1) == 0 && handled == 2 * SIGUSR1);
    assert(sigset(SIGUSR1, SIG_HOLD) == handler);
    assert(sigset(SIGUSR1, SIG_DFL) == SIG_HOLD);
    assert(sigignore(SIGUSR1) == 0);
    raise(SIGUSR1);
    assert(handled == 2 * SIGUSR1);
    errno = 0;
    assert(sigset(SIGKILL, handler) == SIG_ERR && errno == EINVAL);
    errno = 0;
    assert(sighold(-1) == -1 && errno == EINVAL && sigrelse(999) == -1 && sigignore(SIGKILL) == -1);
    return 0;
}
