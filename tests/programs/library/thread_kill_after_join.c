// verdict: lock-misuse
/* A thread that was joined is gone: it cannot be asked for. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    pthread_kill(thread, 0); // here
}
