// verdict: assertion
/* The deadline may pass before the thread has ended. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int ended;

static void *worker(void *unused)
{
    ended = 1;
    return unused;
}

int main(void)
{
    struct timespec deadline = {0, 0};
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &deadline);
    assert(ended); // here
    return 0;
}
