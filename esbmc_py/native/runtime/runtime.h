/* The runtime of `smtcb replay`: forces a schedule on a program that was compiled with -fsanitize=thread.

   One thread runs at a time; who runs is said by the plan, a sequence of operations of the counterexample. Threads
   come here before each access to memory (__tsan_read4, ...) and in each function that is wrapped (pthread_create,
   ...). Such an *event* is matched with the operations of its thread. docs/replay.md of smtcb explains the rules. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define MOST_THREADS 256

/* --wrap holds for the runtime, too. What the compiler itself calls is recognised by smtcb_inside. */
void *__real_memcpy(void *, const void *, size_t);
void *__real_memset(void *, int, size_t);
size_t __real_strlen(const char *);
int __real_strcmp(const char *, const char *);
char *__real_strcpy(char *, const char *);
void __real_abort(void) __attribute__((noreturn));
int __real_nanosleep(const struct timespec *, struct timespec *);
int __real_sigaction(int, const struct sigaction *, struct sigaction *);
sighandler_t __real_signal(int, sighandler_t);
int __real_pthread_kill(pthread_t, int);
#define memcpy __real_memcpy
#define memset __real_memset
#define strlen __real_strlen
#define strcmp __real_strcmp
#define strcpy __real_strcpy

enum kind {
    READ = 'R',
    WRITE = 'W',
    ATOMIC = 'A',
    CALL = 'C',
    SIGNAL = 'S', /* only in plans: a handler interrupts the thread */
    THREAD_END = 'E',
    PROCESS_END = 'H'
};

/* A place in the source. */
struct place {
    const char *file; /* without folders */
    int line;
    const char *text; /* of the line, without blanks around it; NULL if it is not known */
};

/* An object of the counterexample, and where it lies in this process. */
struct object {
    int is_global;
    const char *name;
    long size;
    uintptr_t start; /* 0: not known (yet) */
    long native_size;
};

/* What a thread does in the counterexample, in a step of its own or together with the operation before it. */
struct operation {
    int thread;
    int kind;
    int place;
    int object; /* -1: none that is known */
    long offset;
    int size; /* of a signal: 1 if the thread waits for it */
    int counts; /* others can see it: the turn is not over before it is done */
    const char *name; /* of the function that is called, the number of the signal */
    int done;
    int turn;
};

/* What one thread does before the next one has its turn. */
struct turn {
    int thread;
    int last; /* its last operation, as an index into those of the thread */
    int left; /* operations that count and are not done */
};

/* What a thread is about to do. */
struct event {
    int kind; /* 0: nothing */
    uintptr_t pc;
    uintptr_t address;
    size_t size;
    const char *name;
};

struct task {
    int number;
    pthread_t handle;
    int go; /* a futex: 1 when it may run */
    int ended;
    int sections; /* atomic ones that it is in */
    int in_section; /* and has made an access in */
    int detached;
    int cancel_is_off; /* its state of cancellation */
    int cancelled; /* somebody asked it to end */
    int (*ready)(void *); /* NULL unless it waits */
    void *awaited;
    const char *waits_for; /* for people */
    int (*holder)(void *);
    uintptr_t waits_at;
    int may_time_out; /* 2: it has */
    int may_be_cancelled;
    unsigned long signals; /* that were sent to it, and are not in the plan */
    unsigned long caught; /* how many handlers have interrupted it */
    int ahead; /* the signal that it is about to send to itself, and that has come already */
    struct event next;
    uintptr_t last_pc;
    void *result;
    int (*c11_routine)(void *);
    void *(*routine)(void *);
    void *argument;
};

/* schedule.c */
extern struct task *smtcb_tasks[MOST_THREADS];
extern int smtcb_task_count;
extern __thread struct task *smtcb_self;
extern __thread int smtcb_inside;
extern unsigned long smtcb_progress;
extern struct task *volatile smtcb_running;
struct task *smtcb_new_task(void);
void smtcb_start(void);
void smtcb_switch(int from, int to);
void smtcb_event(int kind, void *pc, const volatile void *address, size_t size, const char *name);
enum { TIME_IS_UP = 1, CANCELLED = 2, MAY_BE_CANCELLED = 4 }; /* the last: for `how` a thread may wait */
void smtcb_cancel(void);
int smtcb_wait_until(int (*ready)(void *), void *awaited, const char *what, int (*holder)(void *), void *pc, int timed);
void smtcb_stand_still(void *pc);
int smtcb_is_over(void);
void smtcb_leave(void);
void smtcb_wait_for_turn(void);
void smtcb_yield(void);
void smtcb_nudge(void);

int smtcb_is_planned(int thread, int number); /* does the signal come, to this thread (-1: to any)? */

/* signals.c */
void smtcb_send_to_self(int number);
void smtcb_take_signals(void);
struct task *smtcb_alarm_wakes(void);

/* plan.c */
extern struct place *smtcb_places;
extern struct object *smtcb_objects;
extern int smtcb_object_count;
extern struct operation *smtcb_operations;
extern int smtcb_operation_count;
extern int *smtcb_of_thread[MOST_THREADS];
extern int smtcb_of_thread_count[MOST_THREADS];
extern struct turn *smtcb_turns;
extern int smtcb_turn_count;
extern int smtcb_blocked[MOST_THREADS], smtcb_blocked_count, smtcb_expects_local;
extern const char *smtcb_expected;
extern struct operation smtcb_sides[2];
extern int smtcb_side_count;
void smtcb_read_plan(void);
const char *smtcb_error_function(uintptr_t start); /* its name, if that is one which must not be called */
int smtcb_is_known(void *pc); /* does it lie in the program's own code? */
int smtcb_is_place(uintptr_t pc, int place);
const char *smtcb_where(uintptr_t pc);
int smtcb_next_input(const char *name, long long *number, double *real);
int smtcb_next_allocation(const char *name);
void smtcb_initialise(int object, void *start, size_t size);
int smtcb_argc(int argc);
char **smtcb_argv(char **argv);

/* heap.c */
int smtcb_in_heap(uintptr_t address);
void smtcb_check_heap(const struct event *event);
size_t smtcb_not_freed(void);

/* report.c */
void smtcb_report(const char *format, ...);
void smtcb_violation(void) __attribute__((noreturn));
void smtcb_end_without_violation(int status) __attribute__((noreturn));
void smtcb_watch(void);
