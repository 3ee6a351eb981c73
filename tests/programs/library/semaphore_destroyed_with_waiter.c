// verdict: lock-misuse
/* A semaphore is destroyed while a thread may wait for it. */
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

static void *worker(void *argument)
{
    sem_wait(&semaphore); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_destroy(&semaphore);
    pthread_join(thread, 0);
}
