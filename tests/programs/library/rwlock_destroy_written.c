// verdict: lock-misuse
/* A read-write lock is destroyed while it is locked for writing. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_destroy(&lock);  // here
}
