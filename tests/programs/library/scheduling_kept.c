// verdict: safe
/* What programs ask about scheduling, and what they get. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

static void nothing(void)
{
}

int main(void)
{
    struct sched_param parameters = {7};
    cpu_set_t processors;
    int count;

    assert(pthread_getconcurrency() == 0);
    assert(pthread_setconcurrency(2) == 0 && pthread_getconcurrency() == 2);
    assert(pthread_setconcurrency(-1) == EINVAL && pthread_getconcurrency() == 2);
    assert(sched_yield() == 0);
    assert(pthread_yield() == 0);
    assert(sched_get_priority_max(SCHED_FIFO) == 99 && sched_get_priority_min(SCHED_RR) == 1);
    assert(sched_get_priority_max(SCHED_OTHER) == 0 && sched_get_priority_min(SCHED_OTHER) == 0);
    errno = 0;
    assert(sched_get_priority_max(77) == -1 && errno == EINVAL && sched_get_priority_min(77) == -1);
    assert(sched_getscheduler(0) == SCHED_OTHER);
    assert(sched_getparam(0, &parameters) == 0 && parameters.sched_priority == 0);
    assert(sched_setparam(0, &parameters) == 0);
    assert(sched_setscheduler(0, SCHED_OTHER, &parameters) == 0);
    assert(pthread_setschedprio(pthread_self(), 0) == 0);
    CPU_ZERO(&processors);
    assert(CPU_COUNT(&processors) == 0);
    CPU_SET(0, &processors);
    assert(CPU_COUNT(&processors) == 1 && CPU_ISSET(0, &processors));
    assert(sched_setaffinity(0, sizeof processors, &processors) == 0);
    assert(pthread_setaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
    assert(sched_getaffinity(0, sizeof processors, &processors) == 0);
    count = CPU_COUNT(&processors);
    assert(count >= 1 && CPU_ISSET(0, &processors));
    assert(pthread_getaffinity_np(pthread_self(), sizeof processors, &processors) == 0);
    assert(CPU_COUNT(&processors) == count);
    assert(pthread_atfork(nothing, nothing, nothing) == 0);
}
