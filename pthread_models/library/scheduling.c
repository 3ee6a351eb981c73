/* Priorities, policies, names and processors of threads: kept, but without effect, since every schedule is looked at
   anyway. Yielding is nothing for the same reason. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <smtcb.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static _Bool is_real_time(int policy)
{
    return policy == SCHED_FIFO || policy == SCHED_RR;
}

/* Whether there is such a policy, with such a priority. */
static _Bool is_scheduling(int policy, int priority)
{
    if (is_real_time(policy))
        return priority >= 1 && priority <= 99;
    return (policy == SCHED_OTHER || policy == SCHED_BATCH || policy == SCHED_IDLE) && priority == 0;
}

/* Gives an error, or 0. Who is not the superuser may not have real-time policies. */
static int check_scheduling(int policy, int priority)
{
    if (!is_scheduling(policy, priority))
        return EINVAL;
    return is_real_time(policy) && __VERIFIER_nondet_bool() ? EPERM : 0;
}

/* A policy and a priority that do not go together are noticed when a thread is created. */
_Bool __smtcb_can_be_scheduled(const pthread_attr_t *attributes)
{
    if (attributes == NULL || attributes->__inheritsched != PTHREAD_EXPLICIT_SCHED)
        return 1;
    return is_scheduling(attributes->__policy, attributes->__priority);
}

static int keep_scheduling(struct __smtcb_thread *thread, int policy, int priority)
{
    int error = check_scheduling(policy, priority);

    if (error == 0) {
        __smtcb_atomic_begin();
        thread->policy = policy;
        thread->priority = priority;
        __smtcb_atomic_end();
    }
    return error;
}

static int policy_of(struct __smtcb_thread *thread)
{
    int policy;

    __smtcb_atomic_begin();
    policy = thread->policy;
    __smtcb_atomic_end();
    return policy;
}

/* A new thread has what its attributes say, or what its creator has. Inside an atomic section. */
void __smtcb_inherit_scheduling(struct __smtcb_thread *created, const pthread_attr_t *attributes)
{
    if (attributes != NULL && attributes->__inheritsched == PTHREAD_EXPLICIT_SCHED) {
        created->policy = attributes->__policy;
        created->priority = attributes->__priority;
    } else {
        created->policy = __smtcb_self->policy;
        created->priority = __smtcb_self->priority;
    }
}

/* Of the process, that is its first thread, or whoever asks. Others may be there or not. Gives an error, or 0. */
static int find_process(pid_t pid)
{
    if (pid < 0)
        return EINVAL;
    return pid == 0 || pid == getpid() ? 0 : ESRCH;
}

static int result_of(int error)
{
    if (error == 0)
        return 0;
    errno = error;
    return -1;
}

int sched_setscheduler(pid_t pid, int policy, const struct sched_param *parameters)
{
    int error = parameters == NULL ? EINVAL : find_process(pid);

    return result_of(error != 0 ? error : keep_scheduling(__smtcb_self, policy, parameters->sched_priority));
}

int sched_setparam(pid_t pid, const struct sched_param *parameters)
{
    return sched_setscheduler(pid, policy_of(__smtcb_self), parameters);
}

int sched_getparam(pid_t pid, struct sched_param *parameters)
{
    int error = parameters == NULL ? EINVAL : find_process(pid);
    int priority;

    if (error != 0)
        return result_of(error);
    __smtcb_atomic_begin();
    priority = __smtcb_self->priority;
    __smtcb_atomic_end();
    parameters->sched_priority = priority;
    return 0;
}

int sched_getscheduler(pid_t pid)
{
    int error = find_process(pid);

    return error == 0 ? policy_of(__smtcb_self) : result_of(error);
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

int __sched_cpucount(size_t size, const cpu_set_t *set)
{
    const unsigned long *words = (const unsigned long *)set;
    size_t i;
    int count = 0;

    for (i = 0; i < size / sizeof *words; i++)
        count += __smtcb_popcountl(words[i]);
    return count;
}

cpu_set_t *__sched_cpualloc(size_t count)
{
    return malloc(CPU_ALLOC_SIZE(count));
}

void __sched_cpufree(cpu_set_t *set)
{
    free(set);
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
    return keep_scheduling(__smtcb_called(thread), policy, parameters->sched_priority);
}

int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters)
{
    struct __smtcb_thread *asked = __smtcb_called(thread);
    int priority;

    __smtcb_atomic_begin();
    priority = asked->priority;
    __smtcb_atomic_end();
    *policy = policy_of(asked);
    parameters->sched_priority = priority;
    return 0;
}

int pthread_setschedprio(pthread_t thread, int priority)
{
    struct __smtcb_thread *asked = __smtcb_called(thread);

    return keep_scheduling(asked, policy_of(asked), priority);
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
