// verdict: lock-misuse
/* Attributes that were destroyed make no mutex. */
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_mutex_init(&mutex, &attributes); // here
}
