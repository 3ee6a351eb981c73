// verdict: assertion
/* Waiting for a thread with a deadline is a cancellation point: the thread may be gone before it gets further. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

pthread_t other;

static void *sleeper(void *argument)
{
    return argument;
}

static void *worker(void *argument)
{
    struct timespec deadline = {0, 0};

    pthread_timedjoin_np(other, NULL, &deadline);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&other, NULL, sleeper, NULL);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED); // here
}
