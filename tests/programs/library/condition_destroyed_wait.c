// verdict: lock-misuse
/* A thread waits for a condition variable that was destroyed. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec deadline = {0, 0};

    pthread_cond_destroy(&condition);
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline);  // here
}
