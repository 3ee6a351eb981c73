/* Priorities, policies, names and processors of threads: accepted without effect, since every schedule is looked at
   anyway. Yielding is nothing for the same reason. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int sched_yield(void)
{
    return 0;
}

int pthread_yield(void)
{
    return 0;
}

int sched_get_priority_max(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR ? 1 : 0;
}

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *parameters)
{
    (void)pid;
    (void)policy;
    (void)parameters;
    return 0;
}

int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set)
{
    (void)pid;
    (void)size;
    (void)set;
    return 0;
}

int sched_getcpu(void)
{
    return 0;
}

int pthread_setconcurrency(int level)
{
    return level < 0 ? EINVAL : 0;
}

int pthread_getconcurrency(void)
{
    return 0;
}

int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters)
{
    (void)thread;
    (void)policy;
    (void)parameters;
    return 0;
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters)
{
    (void)thread;
    *policy = SCHED_OTHER;
    parameters->sched_priority = 0;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    (void)thread;
    (void)priority;
    return 0;
}

int pthread_setname_np(pthread_t thread, const char *name)
{
    (void)thread;
    (void)name;
    return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set)
{
    (void)thread;
    (void)size;
    (void)set;
    return 0;
}

int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return 0;
}
