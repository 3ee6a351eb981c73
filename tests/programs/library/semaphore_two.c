// verdict: assertion
/* A semaphore of two admits two threads at once. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int inside;

static void *worker(void *argument)
{
    sem_wait(&semaphore);
    assert(__atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST) == 0);  // here
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    sem_post(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;

    sem_init(&semaphore, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
}
