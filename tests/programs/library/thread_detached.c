// verdict: safe
/* A detached thread that runs cannot be joined, and cannot be detached again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t until_the_end = PTHREAD_MUTEX_INITIALIZER;

static void *waits(void *argument)
{
    pthread_mutex_lock(&until_the_end);
    pthread_mutex_unlock(&until_the_end);
    return argument;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t first, second;
    int state;

    pthread_mutex_lock(&until_the_end);
    pthread_attr_init(&attributes);
    assert(pthread_attr_setdetachstate(&attributes, 7) == EINVAL);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_create(&first, &attributes, waits, 0);
    assert(pthread_join(first, 0) == EINVAL);
    pthread_create(&second, 0, waits, 0);
    assert(pthread_detach(second) == 0);
    assert(pthread_detach(second) == EINVAL);
    pthread_mutex_unlock(&until_the_end);
}
