/* Attributes of threads. Whether a thread is detached matters; the rest is kept and changes nothing. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <smtcb.h>

/* Where the stack of a running thread is, and how large, is not known here. */
static char stack_of_a_thread;

static void look_at_stack(const pthread_attr_t *attributes)
{
    if (attributes->__stackaddr == &stack_of_a_thread)
        __smtcb_unsupported("the stack of a running thread (pthread_getattr_np)");
}

int pthread_attr_init(pthread_attr_t *attributes)
{
    attributes->__detachstate = PTHREAD_CREATE_JOINABLE;
    attributes->__policy = SCHED_OTHER;
    attributes->__priority = 0;
    attributes->__inheritsched = PTHREAD_INHERIT_SCHED;
    attributes->__scope = PTHREAD_SCOPE_SYSTEM;
    attributes->__stacksize = 8388608;
    attributes->__guardsize = 4096;
    attributes->__stackaddr = NULL;
    return 0;
}

int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state)
{
    if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED)
        return EINVAL;
    attributes->__detachstate = state;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state)
{
    *state = attributes->__detachstate;
    return 0;
}

int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->__stacksize = size;
    return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *size)
{
    look_at_stack(attributes);
    *size = attributes->__stacksize;
    return 0;
}

int pthread_attr_setstack(pthread_attr_t *attributes, void *address, size_t size)
{
    if (size < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->__stackaddr = address;
    attributes->__stacksize = size;
    return 0;
}

int pthread_attr_getstack(const pthread_attr_t *attributes, void **address, size_t *size)
{
    look_at_stack(attributes);
    *address = attributes->__stackaddr;
    *size = attributes->__stacksize;
    return 0;
}

int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t size)
{
    attributes->__guardsize = size;
    return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *size)
{
    *size = attributes->__guardsize;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherit)
{
    if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED)
        return EINVAL;
    attributes->__inheritsched = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherit)
{
    *inherit = attributes->__inheritsched;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy)
{
    if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR)
        return EINVAL;
    attributes->__policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy)
{
    *policy = attributes->__policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameters)
{
    _Bool real_time = attributes->__policy == SCHED_FIFO || attributes->__policy == SCHED_RR;
    int priority = parameters->sched_priority;

    if (real_time ? priority < 1 || priority > 99 : priority != 0)
        return EINVAL;
    attributes->__priority = priority;
    return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameters)
{
    parameters->sched_priority = attributes->__priority;
    return 0;
}

int pthread_attr_setscope(pthread_attr_t *attributes, int scope)
{
    if (scope == PTHREAD_SCOPE_PROCESS)
        return ENOTSUP;
    if (scope != PTHREAD_SCOPE_SYSTEM)
        return EINVAL;
    attributes->__scope = scope;
    return 0;
}

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope)
{
    *scope = attributes->__scope;
    return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t *attributes, size_t size, const cpu_set_t *set)
{
    (void)attributes;
    (void)size;
    (void)set;
    return 0;
}

/* What a thread was created with. */
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes)
{
    struct __smtcb_thread *asked = __smtcb_called(thread);
    struct sched_param parameters;

    pthread_attr_init(attributes);
    pthread_getschedparam(thread, &attributes->__policy, &parameters);
    attributes->__priority = parameters.sched_priority;
    attributes->__stackaddr = &stack_of_a_thread;
    __smtcb_atomic_begin();
    attributes->__detachstate = asked->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
    __smtcb_atomic_end();
    return 0;
}

int pthread_getattr_default_np(pthread_attr_t *attributes)
{
    return pthread_attr_init(attributes);
}
