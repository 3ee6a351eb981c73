// verdict: lock-misuse
/* A thread that was joined is gone: it cannot be joined again with a deadline. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    struct timespec deadline = {0, 0};
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    pthread_timedjoin_np(thread, NULL, &deadline); // here
}
