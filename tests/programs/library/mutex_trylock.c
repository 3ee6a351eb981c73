// verdict: safe
/* Whoever gets the mutex is alone with it; who does not is told so. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

static void *worker(void *argument)
{
    struct timespec deadline = {0, 0};
    int error = argument ? pthread_mutex_trylock(&mutex) : pthread_mutex_timedlock(&mutex, &deadline);

    if (error == 0) {
        assert(inside++ == 0);
        inside--;
        pthread_mutex_unlock(&mutex);
    } else {
        assert(error == (argument ? EBUSY : ETIMEDOUT));
    }
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, i ? &inside : 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
}
