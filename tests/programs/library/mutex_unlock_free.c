// verdict: lock-misuse
/* A mutex is unlocked that nobody holds. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_unlock(&mutex);  // here
}
