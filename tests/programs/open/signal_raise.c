// verdict: safe
// except: cseq slow
/* A signal that a thread sends to itself has been handled when raise returns; default actions end the process. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int handled;

static void handler(int number)
{
    handled += number;
}

int main(void)
{
    assert(raise(0) == 0 && raise(99) == -1);
    assert(signal(SIGKILL, handler) == SIG_ERR);
    raise(SIGCHLD);
    signal(SIGALRM, handler);
    assert(raise(SIGALRM) == 0 && handled == SIGALRM);
    assert(kill(getpid(), SIGALRM) == 0 && handled == 2 * SIGALRM);
    assert(pthread_kill(pthread_self(), SIGALRM) == 0 && handled == 3 * SIGALRM);
    assert(killpg(0, SIGALRM) == 0 && handled == 4 * SIGALRM);
    assert(signal(SIGALRM, SIG_IGN) == handler);
    raise(SIGALRM);
    assert(handled == 4 * SIGALRM);
    signal(SIGALRM, SIG_DFL);
    raise(SIGALRM);
    assert(0);
}
