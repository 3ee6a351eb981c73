// verdict: assertion
/* thrd_sleep is a cancellation point. */
#include <assert.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

static void *worker(void *argument)
{
    struct timespec duration = {1, 0};

    thrd_sleep(&duration, NULL);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED); // here
}
