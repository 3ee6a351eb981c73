// verdict: lock-misuse
/* A read-write lock is unlocked that nobody holds. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void)
{
    pthread_rwlock_unlock(&lock);  // here
}
