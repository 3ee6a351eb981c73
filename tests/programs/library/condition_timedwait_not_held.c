// verdict: lock-misuse
/* Waiting with a deadline and a mutex that nobody holds. */
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec deadline = {0, 0};

    pthread_cond_timedwait(&condition, &mutex, &deadline); // here
}
