/* The types of POSIX threads: glibc's sizes and static initialisers (all zero, except for the kind of a mutex), our
   contents. Programs that were preprocessed against glibc's headers hand objects of its types to our models. */
#ifndef _BITS_PTHREAD_TYPES_H
#define _BITS_PTHREAD_TYPES_H 1

#include <bits/types.h>

struct __smtcb_thread;

typedef unsigned long pthread_t;
typedef int pthread_once_t;
typedef unsigned int pthread_key_t;
typedef volatile int pthread_spinlock_t; /* 0: free, -1: destroyed, otherwise 1 + the holder's number */

typedef struct __pthread_mutex {
    unsigned int __count; /* how often a recursive mutex was locked again by its owner */
    unsigned int __ceiling; /* of PTHREAD_PRIO_PROTECT, else 0 */
    struct __smtcb_thread *__owner; /* NULL: free */
    int __kind;                     /* PTHREAD_MUTEX_NORMAL..., -1: destroyed; where glibc has it */
    unsigned char __robust;         /* 0: it is not; what else, mutex.c says */
#if __SIZEOF_POINTER__ == 8
    char __padding[19];
#else
    char __padding[7];
#endif
} pthread_mutex_t;

typedef struct __pthread_cond {
    unsigned long long __waiting; /* set of the threads that wait and were not signalled yet */
    pthread_mutex_t *__mutex;     /* which they wait with */
    int __destroyed;
    int __clock; /* by which deadlines are meant */
#if __SIZEOF_POINTER__ == 8
    char __padding[24];
#else
    char __padding[28];
#endif
} pthread_cond_t;

typedef struct __pthread_rwlock {
    unsigned int __readers; /* how many read locks are held */
    int __destroyed;
    unsigned long long __reader_set; /* threads that hold them */
    struct __smtcb_thread *__writer; /* NULL: not locked for writing */
    int __nested;                    /* a thread holds more than one read lock */
    /* the kind is where glibc has it */
#if __SIZEOF_POINTER__ == 8
    unsigned int __waiting_writers; /* counted in locks that prefer writers */
    char __padding[16];
    int __kind;
#else
    unsigned char __kind;
    unsigned int __waiting_writers;
#endif
} pthread_rwlock_t;

typedef struct __pthread_barrier {
    unsigned long long __waiting; /* set of the threads that wait for the others to arrive */
    unsigned int __arrived;
    unsigned int __count; /* how many have to arrive; 0: destroyed */
#if __SIZEOF_POINTER__ == 8
    char __padding[16];
#else
    char __padding[4];
#endif
} pthread_barrier_t;

typedef struct __pthread_attr {
    int __detachstate;
    int __policy;
    int __priority;
    int __inheritsched;
    int __scope;
    size_t __stacksize;
    size_t __guardsize;
    void *__stackaddr;
#if __SIZEOF_POINTER__ == 8
    long __padding;
#else
    char __padding[4];
#endif
} pthread_attr_t;

typedef struct __pthread_mutexattr { /* one int in glibc */
    _Alignas(int) unsigned char __kind; /* PTHREAD_MUTEX_NORMAL..., 255: destroyed */
    unsigned char __flags;              /* 1: shared between processes, 2: robust */
    unsigned char __protocol;
    signed char __ceiling;
} pthread_mutexattr_t;

typedef struct __pthread_condattr { /* one int in glibc */
    _Alignas(int) short __clock;
    short __pshared;
} pthread_condattr_t;

typedef struct __pthread_rwlockattr {
    _Alignas(long) int __kind;
    int __pshared;
} pthread_rwlockattr_t;

typedef struct __pthread_barrierattr {
    int __pshared;
} pthread_barrierattr_t;

#endif
