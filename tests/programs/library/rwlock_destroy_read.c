// verdict: lock-misuse
/* A read-write lock is destroyed while it is locked for reading. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock);  // here
}
