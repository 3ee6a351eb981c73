// verdict: deadlock
/* Without handlers nobody sends signals: whoever waits for one, or for none of any kind, waits for ever. */
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
    sigset_t none;
    int number;

    sigemptyset(&none);
    pthread_create(&one, NULL, pauses, NULL);
    pthread_create(&other, NULL, suspends, NULL);
    sigwait(&none, &number); // here
}
