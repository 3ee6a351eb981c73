// verdict: lock-misuse
/* A thread waits with a mutex that it does not hold. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_wait(&condition, &mutex);  // here
}
