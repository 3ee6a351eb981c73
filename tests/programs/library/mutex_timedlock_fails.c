// verdict: assertion
/* Waiting with a deadline may fail. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    struct timespec deadline = {1, 0};
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    assert(pthread_mutex_timedlock(&mutex, &deadline) == 0);  // here
}
