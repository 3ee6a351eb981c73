// verdict: safe
/* Waiting for a semaphore is a cancellation point. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

static void *worker(void *argument)
{
    sem_wait(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;

    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
}
