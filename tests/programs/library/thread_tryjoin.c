// verdict: safe
/* Joining without waiting. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int ended;

static void *worker(void *argument)
{
    ended = 1;
    return argument;
}

int main(void)
{
    struct timespec deadline = {0, 0};
    pthread_t thread;
    void *result = 0;

    pthread_create(&thread, 0, worker, &ended);
    int error = pthread_tryjoin_np(thread, &result);
    assert(error == EBUSY || (error == 0 && ended && result == &ended));
    if (error == 0)
        return 0;
    error = pthread_timedjoin_np(thread, &result, &deadline);
    assert(error == ETIMEDOUT || (error == 0 && ended && result == &ended));
}
