// verdict: safe
// except: cseq slow
/* A robust mutex whose owner has ended: the next one is told, and makes it consistent, or nobody can lock it again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t mutex;
static int half_done;

static void *ends_inside(void *unused)
{
    if (pthread_mutex_lock(&mutex) == 0)
        half_done = 1;
    return unused;
}

static void *repairs(void *unused)
{
    int error = pthread_mutex_lock(&mutex);

    assert(error == (half_done ? EOWNERDEAD : 0));
    half_done = 0;
    if (error != 0)
        assert(pthread_mutex_consistent(&mutex) == 0);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == EPERM);
    return unused;
}

static void initialise(void)
{
    pthread_mutexattr_t attributes;
    int robust;

    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_getrobust(&attributes, &robust) == 0 && robust == PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
}

int main(void)
{
    pthread_t first, second;

    initialise();
    pthread_create(&first, NULL, ends_inside, NULL);
    pthread_create(&second, NULL, repairs, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    if (half_done) {
        assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
        pthread_mutex_unlock(&mutex);
        assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
    }
    pthread_mutex_destroy(&mutex);
}
