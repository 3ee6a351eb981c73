/* Priorities, policies, names and processors of threads: accepted without effect, since every schedule is looked at
   anyway. Yielding is nothing for the same reason. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <smtcb.h>
#include <string.h>

int sched_yield(void)
{
    return 0;
}

int pthread_yield(void)
{
    return 0;
}

static int priority_of(int policy, int real_time)
{
    switch (policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return real_time;
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
        return 0;
    default:
        errno = EINVAL;
        return -1;
    }
}

int sched_get_priority_max(int policy)
{
    return priority_of(policy, 99);
}

int sched_get_priority_min(int policy)
{
    return priority_of(policy, 1);
}

int sched_setparam(pid_t pid, const struct sched_param *parameters)
{
    (void)pid;
    (void)parameters;
    return 0;
}

int sched_getparam(pid_t pid, struct sched_param *parameters)
{
    (void)pid;
    parameters->sched_priority = 0;
    return 0;
}

int sched_getscheduler(pid_t pid)
{
    (void)pid;
    return SCHED_OTHER;
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

/* There are two processors, and everybody may use both. */
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set)
{
    (void)pid;
    if (size < sizeof(unsigned long)) {
        errno = EINVAL;
        return -1;
    }
    memset(set, 0, size);
    set->__bits[0] = 3;
    return 0;
}

int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set)
{
    (void)thread;
    return sched_getaffinity(0, size, set) == 0 ? 0 : EINVAL;
}

int __smtcb_popcountl(unsigned long value); /* bits.c */

int __smtcb_cpu_count(const cpu_set_t *set)
{
    unsigned i;
    int count = 0;

    for (i = 0; i < sizeof set->__bits / sizeof set->__bits[0]; i++)
        count += __smtcb_popcountl(set->__bits[i]);
    return count;
}

int sched_getcpu(void)
{
    return 0;
}

static _Atomic int concurrency;

int pthread_setconcurrency(int level)
{
    if (level < 0)
        return EINVAL;
    concurrency = level;
    return 0;
}

int pthread_getconcurrency(void)
{
    return concurrency;
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

/* Some name. */
int pthread_getname_np(pthread_t thread, char *name, size_t size)
{
    (void)thread;
    if (size < 16)
        return ERANGE;
    for (int i = 0; i < 6; i++)
        name[i] = __VERIFIER_nondet_char();
    name[6] = '\0';
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
