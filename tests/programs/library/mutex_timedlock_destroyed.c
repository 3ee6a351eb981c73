// verdict: lock-misuse
/* Locking a mutex that was destroyed, with a deadline. */
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    struct timespec deadline = {0, 0};

    pthread_mutex_destroy(&mutex);
    pthread_mutex_timedlock(&mutex, &deadline); // here
}
