// reach,deadlock
// Who has the place takes the lock. Unsafe: main takes the place while it has the lock.
#include <pthread.h>
#include <semaphore.h>

sem_t place;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    sem_wait(&place);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sem_post(&place);
    return unused;
}

int main(void)
{
    pthread_t thread, other;
    sem_init(&place, 0, 1);
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_mutex_lock(&lock); // unsafe
    sem_wait(&place);
    sem_post(&place);
    pthread_mutex_unlock(&lock); // unsafe
    pthread_join(thread, 0);
    pthread_join(other, 0);
    return 0;
}
