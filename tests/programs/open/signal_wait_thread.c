// verdict: safe
// except: cseq slow
/* One thread takes all signals; nobody is interrupted. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static sigset_t set;
static int taken;

static void *take(void *argument)
{
    int number;

    assert(sigwait(&set, &number) == 0);
    assert(number == SIGTERM || number == SIGUSR1);
    taken = number;
    return argument;
}

int main(void)
{
    pthread_t thread;

    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, take, NULL);
    pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    assert(taken);
    return 0;
}
