// verdict: data-race
// except: cseq slow
/* A handler that runs in one thread races with the other threads. */
#include <pthread.h>
#include <signal.h>

static int count;

static void handler(int number)
{
    count = number; // here
}

static void *work(void *argument)
{
    sigset_t all;

    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    count = 0; // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    signal(SIGINT, handler);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    return 0;
}
