// verdict: safe
/* A semaphore of one admits one thread at a time; errno is each thread's own. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;
int x;

static void *worker(void *argument)
{
    if (sem_trywait(&semaphore) != 0) {
        assert(errno == EAGAIN);
        sem_wait(&semaphore);
    } else {
        assert(errno == 0);
    }
    x++;
    sem_post(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t threads[2];

    sem_init(&semaphore, 0, 1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(x == 2);
}
