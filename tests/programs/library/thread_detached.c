// verdict: safe
/* A detached thread cannot be joined, and cannot be detached again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t first, second;
    int state;

    pthread_attr_init(&attributes);
    assert(pthread_attr_setdetachstate(&attributes, 7) == EINVAL);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_create(&first, &attributes, nothing, 0);
    assert(pthread_join(first, 0) == EINVAL);
    pthread_create(&second, 0, nothing, 0);
    assert(pthread_detach(second) == 0);
    assert(pthread_detach(second) == EINVAL);
}
