// unsafe: reach
/* A semaphore lets two threads in. But not here. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t places;
int inside;

void *worker(void *unused)
{
    sem_wait(&places);
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    assert(inside >= 1 && inside <= 1);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    sem_post(&places);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&places, 0, 2);
    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
