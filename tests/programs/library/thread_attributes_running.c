// verdict: safe
/* The attributes of a running thread, and those of threads that are created without any. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int state_of(pthread_t thread)
{
    pthread_attr_t attributes;
    int state, policy;

    assert(pthread_getattr_np(thread, &attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0);
    assert(pthread_attr_getschedpolicy(&attributes, &policy) == 0 && policy == SCHED_OTHER);
    pthread_attr_destroy(&attributes);
    return state;
}

static void *detached(void *unused)
{
    assert(state_of(pthread_self()) == PTHREAD_CREATE_DETACHED);
    return unused;
}

static void *joined(void *unused)
{
    assert(state_of(pthread_self()) == PTHREAD_CREATE_JOINABLE);
    return unused;
}

int main(void)
{
    pthread_attr_t attributes;
    pthread_t first, second;
    int state;

    assert(pthread_getattr_default_np(&attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
    pthread_create(&first, &attributes, detached, NULL);
    pthread_create(&second, NULL, joined, NULL);
    assert(state_of(second) == PTHREAD_CREATE_JOINABLE);
    pthread_join(second, NULL);
    pthread_exit(NULL);
}
