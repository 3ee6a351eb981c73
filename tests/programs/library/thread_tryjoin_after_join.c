// verdict: lock-misuse
/* A thread that was joined is gone: it cannot be joined again without waiting. */
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
    pthread_tryjoin_np(thread, NULL); // here
}
