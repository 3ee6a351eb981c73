// verdict: data-race
/* Writing with a read lock only. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int x;

static void *worker(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    x++;  // here
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
}
