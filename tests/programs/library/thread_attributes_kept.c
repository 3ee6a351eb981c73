// verdict: safe
/* Every attribute of a thread is kept as it was set, and wrong ones are refused. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

int ran;

static void *worker(void *argument)
{
    ran = 1;
    return argument;
}

int main(void)
{
    static char stack[65536] __attribute__((aligned(64)));
    struct sched_param parameters = {3};
    pthread_attr_t attributes;
    pthread_t thread;
    cpu_set_t processors;
    void *address;
    size_t size;
    int value;

    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setguardsize(&attributes, 8192) == 0);
    assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 8192);
    assert(pthread_attr_getinheritsched(&attributes, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
    assert(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&attributes, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setinheritsched(&attributes, 7) == EINVAL);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_getschedpolicy(&attributes, &value) == 0 && value == SCHED_FIFO);
    assert(pthread_attr_setschedpolicy(&attributes, 77) == EINVAL);
    assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
    parameters.sched_priority = 0;
    assert(pthread_attr_getschedparam(&attributes, &parameters) == 0 && parameters.sched_priority == 3);
    assert(pthread_attr_getscope(&attributes, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setscope(&attributes, 7) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, PTHREAD_STACK_MIN - 1) == EINVAL);
    assert(pthread_attr_setdetachstate(&attributes, 7) == EINVAL);
    CPU_ZERO(&processors);
    CPU_SET(0, &processors);
    assert(pthread_attr_setaffinity_np(&attributes, sizeof processors, &processors) == 0);
    assert(pthread_attr_destroy(&attributes) == 0);

    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setstack(&attributes, stack, 16) == EINVAL);
    assert(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
    assert(pthread_attr_getstack(&attributes, &address, &size) == 0 && address == stack && size == sizeof stack);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == sizeof stack);
    assert(pthread_create(&thread, &attributes, worker, NULL) == 0);
    assert(pthread_attr_destroy(&attributes) == 0);
    assert(pthread_join(thread, NULL) == 0);
    assert(ran);
}
