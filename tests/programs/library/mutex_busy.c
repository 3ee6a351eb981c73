// verdict: safe
/* Who asks for a mutex without waiting is told that it is busy, also its owner. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, adaptive = PTHREAD_MUTEX_INITIALIZER;
    struct timespec deadline = {0, 0};

    assert(pthread_mutex_trylock(&mutex) == 0 && pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &deadline) == ETIMEDOUT);
    assert(pthread_mutex_trylock(&adaptive) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_unlock(&adaptive) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0 && pthread_mutex_init(&mutex, NULL) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
}
