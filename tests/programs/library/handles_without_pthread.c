// verdict: safe
/* The header of semaphores declares the types of threads, too. */
#include <assert.h>
#include <semaphore.h>

int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

sem_t ready;

static void *work(void *unused)
{
    sem_post(&ready);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&ready, 0, 0);
    pthread_create(&thread, 0, work, 0);
    sem_wait(&ready);
    pthread_join(thread, 0);
    assert(sem_trywait(&ready) == -1);
    return 0;
}
