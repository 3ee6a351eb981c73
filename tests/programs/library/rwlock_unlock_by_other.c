// verdict: lock-misuse
/* A reader unlocks what another reader has locked. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *argument)
{
    pthread_rwlock_unlock(&lock);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
}
