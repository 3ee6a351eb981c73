/* pthread_once: the first who comes runs the routine, and nobody returns before it has run. */
#include <pthread.h>
#include <smtcb.h>

enum { NOT_RUN = PTHREAD_ONCE_INIT, RUNNING, DONE };

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

    routine();
    __smtcb_atomic_begin();
    *once = DONE;
    __smtcb_atomic_end();
    return 0;
}
