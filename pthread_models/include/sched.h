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
#define CPU_COUNT(set) __smtcb_cpu_count(set)

int __smtcb_cpu_count(const cpu_set_t *set);
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
