// verdict: deadlock
/* Main waits for the end of the process, but the other thread waits for what nobody gives. */
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t semaphore;

static void *worker(void *unused)
{
    sem_wait(&semaphore); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    for (;;)
        pause(); // here
}
