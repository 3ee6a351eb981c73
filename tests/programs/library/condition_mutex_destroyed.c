// verdict: lock-misuse
/* Waiting with a mutex that was destroyed. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_mutex_destroy(&mutex);
    pthread_cond_wait(&condition, &mutex); // here
}
