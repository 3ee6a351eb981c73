#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H 1

#include <bits/timespec.h>
#include <sys/types.h>

#define SEM_FAILED ((sem_t *)0)
#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 2147483647
#endif

/* glibc's size, and a count where glibc has it. */
typedef struct __semaphore {
    unsigned int __value;
    int __destroyed;
#if __SIZEOF_POINTER__ == 8
    long __padding[3];
#else
    long __padding[2];
#endif
} sem_t;

int sem_init(sem_t *semaphore, int shared, unsigned int value);
int sem_destroy(sem_t *semaphore);
int sem_wait(sem_t *semaphore);
int sem_trywait(sem_t *semaphore);
int sem_timedwait(sem_t *semaphore, const struct timespec *deadline);
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *deadline);
int sem_post(sem_t *semaphore);
int sem_getvalue(sem_t *semaphore, int *value);
sem_t *sem_open(const char *name, int flags, ...);
int sem_close(sem_t *semaphore);
int sem_unlink(const char *name);

#endif
