// verdict: use-after-free
/* A mutex whose memory was given back. */
#include <pthread.h>
#include <stdlib.h>

int main(void)
{
    pthread_mutex_t *mutex = malloc(sizeof *mutex);

    pthread_mutex_init(mutex, NULL);
    pthread_mutex_lock(mutex);
    free(mutex);
    pthread_mutex_unlock(mutex); // here
}
