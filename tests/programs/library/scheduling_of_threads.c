// verdict: safe
/* What a thread is told about its scheduling is what its attributes say, or what its creator has. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <unistd.h>

static int expected;

static void *work(void *argument)
{
    struct sched_param parameters;
    int policy;

    assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0 && policy == expected);
    assert(parameters.sched_priority == (policy == SCHED_RR ? 20 : 0));
    return argument;
}

int main(void)
{
    struct sched_param parameters = {20};
    pthread_attr_t attributes;
    pthread_t thread;

    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setschedparam(&attributes, &parameters) == EINVAL);
    assert(sched_setscheduler(0, 77, &parameters) == -1 && errno == EINVAL);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == EINVAL);
    assert(pthread_setschedprio(pthread_self(), 1) == EINVAL);
    if (pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0)
        expected = SCHED_RR;
    assert(sched_getscheduler(getpid()) == expected);
    assert(pthread_create(&thread, &attributes, work, NULL) == 0);
    assert(pthread_join(thread, NULL) == 0);
    return 0;
}
