// verdict: lock-misuse
/* A read-write lock is locked after it was destroyed. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_rdlock(&lock);  // here
}
