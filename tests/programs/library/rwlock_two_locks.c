// verdict: deadlock
/* Two read-write locks taken in opposite order. */
#include <pthread.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

static void *worker(void *argument)
{
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_rdlock(&a);  // here
    pthread_rwlock_unlock(&a);
    pthread_rwlock_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_rdlock(&b);  // here
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    pthread_join(thread, 0);
}
