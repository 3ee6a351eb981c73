// verdict: lock-misuse
/* Destroying a read-write lock twice. */
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

    pthread_rwlock_destroy(&lock);
    pthread_rwlock_destroy(&lock); // here
}
