// verdict: safe
/* Names, priorities and processors make no difference. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    struct sched_param parameters = {0};
    int policy;

    assert(pthread_setname_np(pthread_self(), "main") == 0);
    assert(pthread_getschedparam(pthread_self(), &policy, &parameters) == 0);
    assert(pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters) == 0);
    assert(pthread_setconcurrency(2) == 0);
    assert(sched_getcpu() >= 0);
}
