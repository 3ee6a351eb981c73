// verdict: lock-misuse
/* Trying to lock a mutex that was destroyed. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_destroy(&mutex);
    pthread_mutex_trylock(&mutex); // here
}
