// verdict: lock-misuse
/* Attributes that nobody initialised may be anything. */
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;

    pthread_mutex_init(&mutex, &attributes); // here
}
