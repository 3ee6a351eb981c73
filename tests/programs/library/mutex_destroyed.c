// verdict: lock-misuse
/* A mutex is locked after it was destroyed. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_destroy(&mutex);
    pthread_mutex_lock(&mutex);  // here
}
