// verdict: safe
/* An error-checking mutex answers misuse with error codes. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;

static void *worker(void *argument)
{
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    return argument;
}

int main(void)
{
    struct timespec deadline = {0, 0};
    pthread_t thread;

    assert(pthread_mutex_unlock(&mutex) == EPERM);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == EDEADLK);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_timedlock(&mutex, &deadline) == EDEADLK);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
}
