// verdict: assertion
/* The deadline may pass before the signal comes. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

static void *producer(void *argument)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    struct timespec deadline = {1, 0};
    pthread_t thread;

    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, producer, 0);
    int error = pthread_cond_timedwait(&condition, &mutex, &deadline);
    assert(error == 0);  // here
}
