// verdict: safe
/* Attributes are kept. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t attributes;
    struct sched_param parameters = {3};
    size_t size;
    int value;

    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_FIFO) == 0);
    assert(pthread_attr_getschedpolicy(&attributes, &value) == 0 && value == SCHED_FIFO);
    assert(pthread_attr_setschedparam(&attributes, &parameters) == 0);
    parameters.sched_priority = 0;
    assert(pthread_attr_getschedparam(&attributes, &parameters) == 0 && parameters.sched_priority == 3);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(sched_get_priority_min(SCHED_FIFO) <= sched_get_priority_max(SCHED_FIFO));
    assert(pthread_attr_destroy(&attributes) == 0);
}
