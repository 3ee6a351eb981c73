// verdict: lock-misuse
/* pthread_rwlock_timedrdlock on a lock that was destroyed. */
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    struct timespec deadline = {0, 0};

    pthread_rwlock_destroy(&lock);
    pthread_rwlock_timedrdlock(&lock, &deadline); // here
}
