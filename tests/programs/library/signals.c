// verdict: safe
// except: cseq large
/* Sets of signals, and handlers for signals that nobody sends or that are blocked. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void handler(int number)
{
    (void)number;
    assert(0);
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler};
    sigset_t set;

    sigemptyset(&set);
    assert(!sigismember(&set, SIGINT));
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) && !sigismember(&set, SIGTERM));
    sigdelset(&set, SIGINT);
    assert(!sigismember(&set, SIGINT) && sigaddset(&set, 0) == -1);
    sigfillset(&set);
    assert(sigismember(&set, SIGUSR1));
    assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
    assert(signal(SIGSEGV, handler) == SIG_DFL && signal(SIGSEGV, SIG_IGN) == handler);
    assert(signal(SIGINT, handler) == SIG_DFL);
    assert(sigaction(SIGTERM, &action, 0) == 0);
    assert(pthread_kill(pthread_self(), 0) == 0);
}
