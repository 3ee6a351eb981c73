/* Cancellation, deferred: a thread that was asked to end does so at its next cancellation point. Those are
   pthread_testcancel, pthread_join, the waits for condition variables and semaphores, the sleeps, read, write and all
   others that may have to wait for something outside. */
#include <errno.h>
#include <pthread.h>
#include <smtcb.h>

/* Whether anybody has called pthread_cancel. A program that never does pays nothing for its cancellation points. */
static _Atomic int __smtcb_cancellation_is_used;

static _Thread_local int cancel_state;                    /* PTHREAD_CANCEL_ENABLE or _DISABLE */
static _Thread_local struct __smtcb_cleanup *cleanups;    /* the running thread's handlers, the innermost first */
static _Thread_local unsigned foreign_cleanups;           /* those of glibc's macros, which need longjmp to run */

int pthread_cancel(pthread_t thread)
{
    struct __smtcb_thread *cancelled = __smtcb_called(thread);

    __smtcb_atomic_begin();
    __smtcb_assert(!cancelled->joined, "lock-misuse", "a thread is cancelled after it was joined");
    if (cancelled->detached)
        __smtcb_assert(!cancelled->ended, "lock-misuse", "a thread is cancelled that was detached, and has ended");
    if (cancelled->cancel_asynchronous && !cancelled->ended)
        __smtcb_unsupported("asynchronous cancellation");
    cancelled->cancel_requested = 1;
    __smtcb_cancellation_is_used = 1;
    __smtcb_atomic_end();
    return 0;
}

_Bool __smtcb_cancelled(void)
{
    return __smtcb_cancellation_is_used && cancel_state == PTHREAD_CANCEL_ENABLE && __smtcb_self->cancel_requested;
}

void pthread_testcancel(void)
{
    _Bool cancelled;

    if (!__smtcb_cancellation_is_used)
        return;
    __smtcb_atomic_begin();
    cancelled = __smtcb_cancelled();
    __smtcb_atomic_end();
    if (cancelled)
        pthread_exit(PTHREAD_CANCELED);
}

/* Functions that POSIX allows to be cancellation points. Those of glibc are where they read or write, which depends on
   what is in their buffers. */
void __smtcb_may_be_cancelled(void)
{
    if (__smtcb_cancellation_is_used)
        if (__VERIFIER_nondet_bool())
            pthread_testcancel();
}

int pthread_setcancelstate(int state, int *old_state)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old_state != NULL)
        *old_state = cancel_state;
    cancel_state = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old_type)
{
    int old;

    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    __smtcb_atomic_begin();
    old = __smtcb_self->cancel_asynchronous;
    __smtcb_self->cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
    __smtcb_atomic_end();
    if (old_type != NULL)
        *old_type = old;
    if (type == PTHREAD_CANCEL_ASYNCHRONOUS)
        pthread_testcancel();
    return 0;
}

void __smtcb_cleanup_push(struct __smtcb_cleanup *cleanup)
{
    cleanup->next = cleanups;
    cleanups = cleanup;
}

void __smtcb_cleanup_pop(int execute)
{
    struct __smtcb_cleanup *cleanup = cleanups;

    cleanups = cleanup->next;
    if (execute)
        cleanup->routine(cleanup->argument);
}

/* A thread that is cancelled or exits cannot be cancelled once more while its handlers run. */
void pthread_exit(void *result)
{
    cancel_state = PTHREAD_CANCEL_DISABLE;
    if (foreign_cleanups != 0)
        __smtcb_unsupported("pthread_exit inside glibc's pthread_cleanup_push");
    while (cleanups != NULL)
        __smtcb_cleanup_pop(1);
    __smtcb_thread_exit(result);
}

/* What glibc's pthread_cleanup_push and _pop expand to in files that were preprocessed against its headers. */
typedef struct __smtcb_unwind_buffer __pthread_unwind_buf_t;
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer);
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer);

void __pthread_register_cancel(__pthread_unwind_buf_t *buffer)
{
    (void)buffer;
    foreign_cleanups++;
}

void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer)
{
    (void)buffer;
    foreign_cleanups--;
}
