// verdict: safe
/* An error-checking mutex tells that it is not held. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    assert(pthread_cond_wait(&condition, &mutex) == EPERM);
    assert(pthread_mutex_lock(&mutex) == 0);
}
