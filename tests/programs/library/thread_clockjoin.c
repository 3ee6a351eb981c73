// verdict: safe  bounds: sampled=1
/* Joining until a deadline by some clock; without a deadline it is a join. Who was told that the time is over finds it
   over. A clock that no wait can go by is refused, and so is a thread that was detached, which a mere try finds busy. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int ended;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    ended = 1;
    return argument;
}

static void *waits(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    struct timespec deadline = {1, 0}, now;
    pthread_t thread;
    void *result = 0;
    int error;

    pthread_create(&thread, 0, worker, &ended);
    assert(pthread_clockjoin_np(thread, &result, 77, &deadline) == EINVAL);
    error = pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &deadline);
    if (error == ETIMEDOUT) {
        clock_gettime(CLOCK_MONOTONIC, &now);
        assert(now.tv_sec >= 1);
        error = pthread_timedjoin_np(thread, &result, 0);
    }
    assert(error == 0 && ended && result == &ended);

    pthread_mutex_lock(&lock);
    pthread_create(&thread, 0, waits, 0);
    pthread_detach(thread);
    assert(pthread_tryjoin_np(thread, 0) == EBUSY);
    assert(pthread_timedjoin_np(thread, 0, &deadline) == EINVAL);
    pthread_mutex_unlock(&lock);
    return 0;
}
