// verdict: assertion
/* Whoever waits for a semaphore and is cancelled and posted for may do either; who comes later is cancelled. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t first, second;
int passed;

void *worker(void *unused)
{
    sem_wait(&first);
    passed = 1;
    sem_wait(&second);
    assert(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&first, 0, 0);
    sem_init(&second, 0, 1);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    sem_post(&first);
    pthread_join(thread, NULL);
    assert(passed);  // here
    assert(!passed); // here
    return 0;
}
