// verdict: safe
/* Sets of signals, and handlers that nobody calls. */
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

    signal(SIGINT, handler);
    sigaction(SIGTERM, &action, 0);
    sigemptyset(&set);
    assert(!sigismember(&set, SIGINT));
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) && !sigismember(&set, SIGTERM));
    sigdelset(&set, SIGINT);
    assert(!sigismember(&set, SIGINT) && sigaddset(&set, 0) == -1);
    sigfillset(&set);
    assert(sigismember(&set, SIGUSR1));
    assert(pthread_sigmask(SIG_BLOCK, &set, 0) == 0);
    assert(pthread_kill(pthread_self(), 0) == 0);
}
