// reach,deadlock
// Two semaphores are taken in one order. Unsafe: or in the other one.
#include <pthread.h>
#include <semaphore.h>

sem_t first, second;
extern int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int()) { // unsafe
        sem_wait(&second); // unsafe
        sem_wait(&first); // unsafe
        sem_post(&first); // unsafe
        sem_post(&second); // unsafe
        return unused; // unsafe
    } // unsafe
    sem_wait(&first);
    sem_wait(&second);
    sem_post(&second);
    sem_post(&first);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&first, 0, 1);
    sem_init(&second, 0, 1);
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
