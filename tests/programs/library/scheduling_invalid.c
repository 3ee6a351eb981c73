// verdict: safe
/* A policy and a priority that do not go together are noticed when a thread is created, if it shall have them. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *never(void *unused)
{
    assert(0);
    return unused;
}

static void *sometimes(void *unused)
{
    return unused;
}

int main(void)
{
    struct sched_param parameters = {5};
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init(&attributes);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &parameters);
    pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    assert(pthread_create(&thread, &attributes, never, 0) == EINVAL);
    pthread_attr_setinheritsched(&attributes, PTHREAD_INHERIT_SCHED);
    assert(pthread_create(&thread, &attributes, sometimes, 0) == 0);
    pthread_join(thread, 0);
    return 0;
}
