// verdict: null-pointer
/* A wait with a deadline reads it. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, NULL); // here
}
