// verdict: deadlock
/* A signal without a waiter is lost. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *producer(void *argument)
{
    pthread_cond_signal(&condition);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, producer, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);  // here
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
