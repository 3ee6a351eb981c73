#ifndef _SCHED_H
#define _SCHED_H 1

#include <bits/timespec.h>

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_IDLE 5

struct sched_param {
    int sched_priority;
};

#define CPU_SETSIZE 1024

typedef struct {
    unsigned long __bits[CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;

#define __CPU_WORD(cpu) ((unsigned)(cpu) / (8 * sizeof(unsigned long)))
#define __CPU_BIT(cpu) (1UL << ((unsigned)(cpu) % (8 * sizeof(unsigned long))))
#define CPU_ZERO(set) __builtin_memset((set), 0, sizeof(cpu_set_t))
/* As in glibc, there are no others than those below CPU_SETSIZE. */
#define __CPU_IF(cpu, what, otherwise)                                                                                  \
    ({                                                                                                                 \
        unsigned long __cpu = (cpu);                                                                                   \
        __cpu < CPU_SETSIZE ? (what) : (otherwise);                                                                    \
    })
#define CPU_SET(cpu, set) __CPU_IF(cpu, (set)->__bits[__CPU_WORD(__cpu)] |= __CPU_BIT(__cpu), 0)
#define CPU_CLR(cpu, set) __CPU_IF(cpu, (set)->__bits[__CPU_WORD(__cpu)] &= ~__CPU_BIT(__cpu), 0)
#define CPU_ISSET(cpu, set) __CPU_IF(cpu, ((set)->__bits[__CPU_WORD(__cpu)] & __CPU_BIT(__cpu)) != 0, 0)
#define CPU_COUNT(set) __sched_cpucount(sizeof(cpu_set_t), (set))
#define CPU_EQUAL(left, right) (__builtin_memcmp((left), (right), sizeof(cpu_set_t)) == 0)
/* Sets of any size: they end after so many bytes. */
#define __CPU_IF_S(cpu, size, what, otherwise)                                                                         \
    ({                                                                                                                 \
        unsigned long __cpu = (cpu);                                                                                   \
        __cpu / 8 < (size) ? (what) : (otherwise);                                                                     \
    })
#define __CPU_BITS(set) ((unsigned long *)(set))
#define __CPU_WORD_SIZE (8 * sizeof(unsigned long))
#define CPU_ALLOC_SIZE(count) (((count) + __CPU_WORD_SIZE - 1) / __CPU_WORD_SIZE * sizeof(unsigned long))
#define CPU_ALLOC(count) __sched_cpualloc(count)
#define CPU_FREE(set) __sched_cpufree(set)
#define CPU_ZERO_S(size, set) ((void)__builtin_memset((set), 0, (size)))
#define CPU_SET_S(cpu, size, set) __CPU_IF_S(cpu, size, __CPU_BITS(set)[__CPU_WORD(__cpu)] |= __CPU_BIT(__cpu), 0)
#define CPU_CLR_S(cpu, size, set) __CPU_IF_S(cpu, size, __CPU_BITS(set)[__CPU_WORD(__cpu)] &= ~__CPU_BIT(__cpu), 0)
#define CPU_ISSET_S(cpu, size, set)                                                                                    \
    __CPU_IF_S(cpu, size, (__CPU_BITS(set)[__CPU_WORD(__cpu)] & __CPU_BIT(__cpu)) != 0, 0)
#define CPU_COUNT_S(size, set) __sched_cpucount((size), (set))
#define CPU_EQUAL_S(size, left, right) (__builtin_memcmp((left), (right), (size)) == 0)
#define __CPU_OP_S(size, target, left, right, operator)                                                                \
    ({                                                                                                                 \
        unsigned long *__target = (unsigned long *)(target);                                                           \
        const unsigned long *__left = (const unsigned long *)(left), *__right = (const unsigned long *)(right);        \
        for (size_t __word = 0; __word < (size) / sizeof(unsigned long); __word++)                                     \
            __target[__word] = __left[__word] operator __right[__word];                                                \
        (cpu_set_t *)__target;                                                                                         \
    })
#define CPU_AND_S(size, target, left, right) __CPU_OP_S(size, target, left, right, &)
#define CPU_OR_S(size, target, left, right) __CPU_OP_S(size, target, left, right, |)
#define CPU_XOR_S(size, target, left, right) __CPU_OP_S(size, target, left, right, ^)
#define CPU_AND(target, left, right) CPU_AND_S(sizeof(cpu_set_t), target, left, right)
#define CPU_OR(target, left, right) CPU_OR_S(sizeof(cpu_set_t), target, left, right)
#define CPU_XOR(target, left, right) CPU_XOR_S(sizeof(cpu_set_t), target, left, right)

int __sched_cpucount(size_t size, const cpu_set_t *set);
cpu_set_t *__sched_cpualloc(size_t count);
void __sched_cpufree(cpu_set_t *set);
int sched_yield(void);
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_setparam(pid_t pid, const struct sched_param *parameters);
int sched_getparam(pid_t pid, struct sched_param *parameters);
int sched_setscheduler(pid_t pid, int policy, const struct sched_param *parameters);
int sched_getscheduler(pid_t pid);
int sched_rr_get_interval(pid_t pid, struct timespec *interval);
int sched_setaffinity(pid_t pid, size_t size, const cpu_set_t *set);
int sched_getaffinity(pid_t pid, size_t size, cpu_set_t *set);
int sched_getcpu(void);

#define CLONE_VM 0x100
#define CLONE_FS 0x200
#define CLONE_FILES 0x400
#define CLONE_SIGHAND 0x800
#define CLONE_VFORK 0x4000
#define CLONE_THREAD 0x10000
#define CLONE_SYSVSEM 0x40000
#define CLONE_SETTLS 0x80000

int clone(int (*start)(void *), void *stack, int flags, void *argument, ...);

#endif
