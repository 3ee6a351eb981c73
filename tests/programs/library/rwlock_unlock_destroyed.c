// verdict: lock-misuse
/* pthread_rwlock_unlock on a lock that was destroyed. */
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

    pthread_rwlock_destroy(&lock);
    pthread_rwlock_unlock(&lock); // here
}
