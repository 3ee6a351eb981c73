// verdict: data-race
/* A wait with a deadline reads it by a plain access. */
#include <pthread.h>
#include <semaphore.h>

struct timespec deadline;
sem_t semaphore;

static void *worker(void *argument)
{
    deadline.tv_nsec = 5; // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, 0, worker, 0);
    sem_timedwait(&semaphore, &deadline); // here
    pthread_join(thread, 0);
}
