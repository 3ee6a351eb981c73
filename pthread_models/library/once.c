/* pthread_once: the first who comes runs the routine, and nobody returns before it has run. If the thread ends in the
   routine (it is cancelled there, say), it is as if it had never come. */
#include <pthread.h>
#include <smtcb.h>

enum { NOT_RUN = PTHREAD_ONCE_INIT, RUNNING, DONE };

static void forget(void *once)
{
    __smtcb_atomic_begin();
    *(pthread_once_t *)once = NOT_RUN;
    __smtcb_atomic_end();
}

static void run_or_forget(void (*routine)(void), pthread_once_t *once)
{
    struct __smtcb_cleanup cleanup = {forget, once, NULL};

    __smtcb_cleanup_push(&cleanup);
    routine();
    __smtcb_cleanup_pop(0);
}

int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    _Bool is_first;

    __smtcb_atomic_begin();
    __smtcb_block_until(*once != RUNNING, "the once-routine has run");
    is_first = *once == NOT_RUN;
    if (is_first)
        *once = RUNNING;
    __smtcb_atomic_end();
    if (!is_first)
        return 0;

    if (__smtcb_is_part("pthread_exit"))
        run_or_forget(routine, once);
    else
        routine();
    __smtcb_atomic_begin();
    *once = DONE;
    __smtcb_atomic_end();
    return 0;
}
