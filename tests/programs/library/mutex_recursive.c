// verdict: safe
/* A recursive mutex is free when it was unlocked as often as it was locked. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex, fixed = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int inside;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_trylock(&mutex) == 0);
    assert(inside++ == 0);
    pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    inside--;
    assert(pthread_mutex_unlock(&mutex) == 0);
    return argument;
}

int main(void)
{
    pthread_mutexattr_t attributes;
    pthread_t thread;
    int kind;

    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_settype(&attributes, 99) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_gettype(&attributes, &kind) == 0 && kind == PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    pthread_mutex_lock(&fixed);
    assert(pthread_mutex_lock(&fixed) == 0);
}
