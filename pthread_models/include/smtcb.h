/* What the models in pthread_models/library stand on: the primitives that smtcb's front end turns into goto
   instructions, and the control block that every thread has. Programs do not include this file. */
#ifndef _SMTCB_H
#define _SMTCB_H 1

#include <bits/pthread_types.h>

/* What happens between begin and end is one step: no other thread runs in between. Sections nest. */
void __smtcb_atomic_begin(void);
void __smtcb_atomic_end(void);

/* What stands between is expected to be atomic: `--property atomicity` tells whether other threads interfere. These two
   are for programs, which declare them themselves; nested blocks belong to the outermost one. */
void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

/* The access of a block that others must not interfere with; no thread, no access: owner is 0. */
struct __smtcb_watched {
    unsigned long owner;
    unsigned long address;
    unsigned long size;
    int write;
    unsigned site;  /* which access it is, */
    unsigned block; /* and where its block begins: numbers of places in the program */
};

extern struct __smtcb_watched __smtcb_watched;
void __smtcb_block_begin(unsigned site);
void __smtcb_block_end(void);
int __smtcb_block_access(unsigned long address, unsigned long size, int write, unsigned site);

/* The step that gets here is possible only in states where the condition holds; the thread is blocked in others. */
void __smtcb_block_until(int condition, const char *reason);

/* The same, where only certain threads can end the wait and each of them has to: `holder` (a control block, or null) and
   the members of `holders`. A cycle of threads that wait for one another is a local deadlock, whatever the others do.
   `object` is what they hold: messages name it. The second is for cancellation points. */
void __smtcb_wait_for(int condition, const char *reason, const volatile void *object, const struct __smtcb_thread *holder,
                      unsigned long long holders);
void __smtcb_wait_for_interruptibly(int condition, const char *reason, const volatile void *object,
                                    const struct __smtcb_thread *holder, unsigned long long holders);

/* Runs routine(argument) in a new thread whose __smtcb_self is `self`; gives its number (main is 0, then 1, 2, ...). */
unsigned __smtcb_start_thread(void *(*routine)(void *), void *argument, void *self);
void __smtcb_end_thread(void);
void __smtcb_halt(int status);
void __smtcb_abort(int status); /* the same, but nobody asks whether all memory has been freed */
int __smtcb_call_main(void);

/* Makes handlers of exit of the functions with gcc's attribute `destructor`: one call for each, in the reverse order. */
void __smtcb_add_destructors(void);
void __smtcb_add_destructor(void (*destructor)(void));

/* Whether the program has handlers of exit at all. This and the next are constants, for an `if` of their own: what it
   guards is not part of programs that have no use for it. */
int __smtcb_has_exit_handlers(void);

/* Whether a model of this name, or of another of these names, is part of the program. */
int __smtcb_is_part(const char *name, ...);

/* Descriptors: a new one, or -1 with errno (the first may fail, too); what it means to close one. */
extern int __smtcb_next_descriptor; /* more than all that were given out */
int __smtcb_new_descriptor(void);
int __smtcb_next_free_descriptor(void);
void __smtcb_close_file_of(int descriptor); /* inside an atomic section */

/* Whether the program closes descriptors, so that the same ones are given out again: a constant, as above. The next are for
   such programs. */
int __smtcb_closes_descriptors(void);
int __smtcb_take_descriptor(int least);
void __smtcb_take_this_descriptor(int descriptor);
unsigned long long __smtcb_closed_descriptors(void);
_Bool __smtcb_is_closed(int descriptor);
int __smtcb_close_descriptor(int descriptor);
int __smtcb_other_descriptor(int descriptor, int least); /* for the same file */

#define __SMTCB_MUST_BE_OPEN(descriptor)                                                                               \
    if ((descriptor) < 0) {                                                                                            \
        errno = EBADF;                                                                                                 \
        return -1;                                                                                                     \
    }                                                                                                                  \
    if (__smtcb_closes_descriptors())                                                                                  \
        if (__smtcb_is_closed(descriptor)) {                                                                           \
            errno = EBADF;                                                                                             \
            return -1;                                                                                                 \
        }

/* Assigning a struct copies its bytes as they are, also those that nobody has written yet. */
struct __smtcb_byte {
    unsigned char value;
};

/* For programs with pipes. */
_Bool __smtcb_is_pipe(int descriptor);
void __smtcb_close_pipe(int descriptor);
void __smtcb_share_pipe(int descriptor, int other);
int __smtcb_flags_of_pipe(int descriptor);
void __smtcb_set_flags_of_pipe(int descriptor, int flags);
unsigned __smtcb_pipes(void);

/* Pipes that can be used without waiting, and those whose other end is closed: bit n is descriptor n. */
struct __smtcb_ready {
    unsigned to_read, to_write, closed;
};

struct __smtcb_ready __smtcb_ready_pipes(unsigned to_read, unsigned to_write, _Bool waits);
long __smtcb_read_pipe(int descriptor, void *target, unsigned long size);
long __smtcb_write_pipe(int descriptor, const void *source, unsigned long size);

/* How many threads have not ended; counted only where there are handlers of exit. For use inside atomic sections. */
extern unsigned __smtcb_live_threads;

/* A text that comes from outside, as it was when it came. */
struct __smtcb_given {
    const struct __smtcb_byte *bytes;
    int length;
};

struct __smtcb_given_variable {
    const char *name;
    struct __smtcb_given value;
};

char *__smtcb_any_text(struct __smtcb_given *given, _Bool wanted);
int __smtcb_any_count(void);
char **__smtcb_any_arguments(int count);

void *__smtcb_allocate(unsigned long size, int zeroed);
void *__smtcb_allocate_internally(unsigned long size, int zeroed); /* what a model needs for itself is no leak */
void __smtcb_free(void *object);
unsigned long __smtcb_object_size(const void *object);

/* How many bytes there are from here to the end of the object; very many where that is not known. */
unsigned long __smtcb_extent(const void *object);

/* So many bytes are about to be written or read, one after the other: the first one that is missing is touched at once.
   It would take as many rounds of a loop as the object has bytes to get there. */
void __smtcb_will_write(void *target, unsigned long size);
void __smtcb_will_read(const void *source, unsigned long size);
void __smtcb_apart(const void *target, const void *source, unsigned long size); /* else it is a violation */

/* Any bytes; any number up to `most`, which is likely where numbers are taken at random: programs forget that case. */
void __smtcb_write_anything(void *target, unsigned long size);
_Bool __smtcb_havoc(void *target, unsigned long size); /* at least one byte, at once; 0: nothing was done */
unsigned long __smtcb_up_to(unsigned long most);

/* A function that may be a cancellation point: it is, or it is not. */
void __smtcb_may_be_cancelled(void);

/* Waits until no other thread has locked a stream; the second: the one that printf writes to. */
void __smtcb_pass(struct _IO_FILE *stream);
void __smtcb_pass_output(void);

/* What a program that looks at the result of output is told: it may fail, or not be complete. */
int __smtcb_unless_it_fails(int result);
int __smtcb_unless_close_fails(int result);
int __smtcb_unless_printing_fails(int result);
long __smtcb_some_bytes(long result);
unsigned long __smtcb_some_items(unsigned long result);
extern _Thread_local _Bool __smtcb_closed_a_pipe;
void __smtcb_leave_events(int descriptor);

/* Descriptors of timers, signals and changes of files. */
_Bool __smtcb_is_special(int descriptor);
void __smtcb_close_special(int descriptor);
void __smtcb_share_special(int descriptor, int other);
long __smtcb_read_special(int descriptor, void *target, unsigned long size);

void __smtcb_assert(int condition, const char *property, const char *message);
void __smtcb_assume(int condition);
void __smtcb_unsupported(const char *construct);

_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
short __VERIFIER_nondet_short(void);
long long __VERIFIER_nondet_longlong(void);
float __VERIFIER_nondet_float(void);
double __VERIFIER_nondet_double(void);

/* What streams do to a temporary file. FILE is not known here. */
struct _IO_FILE;
void __smtcb_close_file(struct _IO_FILE *stream);
int __smtcb_read_character(struct _IO_FILE *stream);
int __smtcb_push_back(int character, struct _IO_FILE *stream);
char *__smtcb_read_line(char *target, int size, struct _IO_FILE *stream);
size_t __smtcb_read_items(void *target, size_t size, size_t count, struct _IO_FILE *stream);
_Bool __smtcb_is_at_end(struct _IO_FILE *stream);
void __smtcb_forget_end(struct _IO_FILE *stream);
int __smtcb_seek(struct _IO_FILE *stream, long offset, int origin);
long __smtcb_tell(struct _IO_FILE *stream);

/* A thread's control block. A pthread_t is the address of one: that of the first thread that was called so. */
struct __smtcb_thread {
    unsigned number;      /* that tells it from the others, and nothing else: main has 0 */
    unsigned how_manieth; /* to be created, where the program asks for it */
    void *result; /* what pthread_join gives, once ended */
    _Bool ended;
    _Bool joined;
    _Bool detached;
    _Bool cancel_requested;
    _Bool cancel_asynchronous;
    int policy, priority; /* kept where the program asks for them */
    unsigned long long blocked_signals; /* when it begins */
    unsigned long long signals;         /* that others have sent to it, and that it has not taken yet */

    /* Where names come again. */
    struct __smtcb_thread *name;   /* whose name it has; null: its own */
    struct __smtcb_thread *called; /* which thread has its name now; null: itself */
};

/* Whether the program tells threads apart by their names, so that it matters that these come again: a constant, as above. */
int __smtcb_tells_threads_apart(void);

/* The thread of this name. */
struct __smtcb_thread *__smtcb_called(pthread_t name);

extern _Thread_local struct __smtcb_thread *__smtcb_self;

_Bool __smtcb_can_be_scheduled(const pthread_attr_t *attributes);
void __smtcb_inherit_scheduling(struct __smtcb_thread *created, const pthread_attr_t *attributes);

/* Called by the executor when a start routine returns, and by pthread_exit. */
void __smtcb_thread_exit(void *result);

/* What a thread has to do before it ends, if anything: run the destructors of its thread-specific data. */
extern _Thread_local void (*__smtcb_before_thread_exit)(void);

/* Whether the running thread should act on a request to cancel it. For use inside atomic sections. */
_Bool __smtcb_cancelled(void);

/* Locks a mutex that the running thread does not hold, and unlocks one that it does. For use inside atomic sections. */
void __smtcb_mutex_acquire(pthread_mutex_t *mutex);
void __smtcb_mutex_release(pthread_mutex_t *mutex);

/* Whether a deadline or a duration is one: its nanoseconds are less than a second. Reads it, like any other memory. */
struct timespec;
_Bool __smtcb_is_time(const struct timespec *time);

/* Whether a duration is one: it is not negative, besides. */
_Bool __smtcb_is_duration(const struct timespec *time);

/* Whether it is a clock, and whether one can sleep by it. */
_Bool __smtcb_is_clock(int clock);
_Bool __smtcb_is_clock_for_sleeps(int clock);

/* Whether waits can go by this clock. */
_Bool __smtcb_is_clock_for_waits(int clock);

/* Set where the program looks at a clock: otherwise nobody can tell how long anything takes. */
extern int __smtcb_clocks_are_read;

/* Sleeps: a cancellation point after which the clocks are later by this much, if anybody looks at them. */
void __smtcb_sleep(long seconds, long nanoseconds);

/* A deadline has passed by this clock. */
void __smtcb_wait_until(int clock, const struct timespec *deadline);

/* Gives the result of a wait; where that is ETIMEDOUT, its deadline has passed. */
int __smtcb_timed_out(int error, int clock, const struct timespec *deadline);

/* Sets of threads are bit masks, so that choosing one of them needs no loop. */
typedef unsigned long long __smtcb_thread_set;
__smtcb_thread_set __smtcb_self_set(void);
__smtcb_thread_set __smtcb_pick_thread(__smtcb_thread_set candidates);

/* The threads that wait for another one to wake them, at a condition variable or a barrier. It is not kept in those,
   since whoever wakes the last waiter may destroy and free them at once. For use inside atomic sections. */
extern __smtcb_thread_set __smtcb_asleep;

long __smtcb_futex(int *word, int operation, int value, const void *timeout);

/* Signals (signal.c, signal_delivery.c): a bit for each in a set. */
typedef unsigned long long __smtcb_signal_set;
#define __SMTCB_BIT(signal) (1ULL << ((signal) - 1))

struct __smtcb_action {
    void (*handler)(int);
    __smtcb_signal_set mask;
    int flags;
};

extern int __smtcb_signals;
extern int __smtcb_signals_among_threads;
extern struct __smtcb_action __smtcb_actions[];
extern __smtcb_signal_set __smtcb_caught, __smtcb_handlers_reset, __smtcb_sent, __smtcb_armed, __smtcb_repeating;

/* Timers that send signals. For use inside atomic sections. */
struct __smtcb_duration {
    long seconds, nanoseconds;
};

void __smtcb_timer_set(__smtcb_signal_set one, _Bool armed, _Bool repeating, struct __smtcb_duration duration);
_Bool __smtcb_timer_is_set(__smtcb_signal_set one);

/* An alarm: whether and when it rings, and how often it was set. For use outside of atomic sections. */
struct __smtcb_alarm {
    _Bool rings;
    struct __smtcb_duration duration;
    unsigned settings;
};

struct __smtcb_alarm __smtcb_alarm_before_sleep(void);
void __smtcb_alarm_after_sleep(struct __smtcb_alarm before, struct __smtcb_duration slept);

/* Some time that is left of a duration, but not nothing. */
struct __smtcb_duration __smtcb_rest_of(struct __smtcb_duration duration);

extern _Bool __smtcb_reset_by_signals;
extern _Thread_local __smtcb_signal_set __smtcb_blocked, __smtcb_raised;

__smtcb_signal_set __smtcb_signals_reset(void);
void __smtcb_signal_point(void);
void __smtcb_signal_thread_begins(struct __smtcb_thread *thread, unsigned number);
void __smtcb_signal_thread_ends(void);
void __smtcb_signal_inherit(void);
void __smtcb_signal_section(int change);
void __smtcb_signal_block(__smtcb_signal_set signals);
void __smtcb_set_mask(__smtcb_signal_set signals);
void __smtcb_signal_happens(int signal);
_Bool __smtcb_waits_with_mask(const void *mask, __smtcb_signal_set *before);
void __smtcb_waited_with_mask(__smtcb_signal_set before);
_Bool __smtcb_signal_pending(void);
_Bool __smtcb_signal_is_there(__smtcb_signal_set wanted);
_Bool __smtcb_signal_is_blocked_in(struct __smtcb_thread *thread, __smtcb_signal_set one);
void __smtcb_signal_wait(void);
void __smtcb_signal_take(__smtcb_signal_set one);
int __smtcb_signal_number(__smtcb_signal_set one);
_Bool __smtcb_signal_may_come(__smtcb_signal_set wanted);
_Bool __smtcb_signal_may_help(void);
_Bool __smtcb_timer_may_end_wait(void);
__smtcb_signal_set __smtcb_signals_for_others(void);
_Bool __smtcb_signal_comes(void);
_Bool __smtcb_signal_ends_call(_Bool may_restart);
_Bool __smtcb_signal_interrupts(_Bool may_restart);
_Bool __smtcb_in_handler(void);

#endif
