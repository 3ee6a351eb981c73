// verdict: deadlock
/* Whoever waits for none of all signals waits for ever. */
#include <pthread.h>
#include <signal.h>

static void *waits(void *argument)
{
    sigset_t none;
    int number;

    sigemptyset(&none);
    sigwait(&none, &number); // here
    return argument;
}

int main(void)
{
    pthread_t other;
    sigset_t none;

    sigemptyset(&none);
    pthread_create(&other, NULL, waits, NULL);
    sigwaitinfo(&none, NULL); // here
}
