// reach,deadlock
// A place is given back. Unsafe: some threads end and keep theirs.
#include <pthread.h>
#include <semaphore.h>

sem_t places;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
extern int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    sem_wait(&places);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    if (__VERIFIER_nondet_int()) // unsafe
    sem_post(&places);
    return unused;
}

int main(void)
{
    pthread_t thread;
    sem_init(&places, 0, 2);
    for (int i = 0; i < 5; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
