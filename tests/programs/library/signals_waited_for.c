// verdict: deadlock
/* No signal ever arrives: whoever waits for one waits for ever. */
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void *pauses(void *argument)
{
    pause(); // here
    return argument;
}

static void *suspends(void *argument)
{
    sigset_t none;

    sigemptyset(&none);
    sigsuspend(&none); // here
    return argument;
}

int main(void)
{
    pthread_t one, other;
    sigset_t all;
    int number;

    sigfillset(&all);
    pthread_create(&one, NULL, pauses, NULL);
    pthread_create(&other, NULL, suspends, NULL);
    sigwait(&all, &number); // here
}
