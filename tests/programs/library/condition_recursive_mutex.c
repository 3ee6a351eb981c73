// verdict: lock-misuse
/* A thread waits with a recursive mutex that it has locked twice. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec deadline = {0, 0};

    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline);  // here
}
