// verdict: safe
/* A waiter returns when its predicate holds, with the mutex in its hands. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

static void *producer(void *argument)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, producer, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        assert(pthread_cond_wait(&condition, &mutex) == 0);
    ready = 2;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    assert(ready == 2);
    assert(pthread_cond_destroy(&condition) == 0);
    assert(pthread_cond_init(&condition, 0) == 0);
    assert(pthread_cond_signal(&condition) == 0);
}
