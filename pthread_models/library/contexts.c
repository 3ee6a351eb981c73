/* Threads of control that the thread library knows nothing about. */
#include <sched.h>
#include <smtcb.h>
#include <stddef.h>
#include <ucontext.h>

int getcontext(ucontext_t *context)
{
    (void)context;
    __smtcb_unsupported("getcontext");
    return -1;
}

int setcontext(const ucontext_t *context)
{
    (void)context;
    __smtcb_unsupported("setcontext");
    return -1;
}

int swapcontext(ucontext_t *old, const ucontext_t *context)
{
    (void)old;
    (void)context;
    __smtcb_unsupported("swapcontext");
    return -1;
}

void makecontext(ucontext_t *context, void (*start)(void), int count, ...)
{
    (void)context;
    (void)start;
    (void)count;
    __smtcb_unsupported("makecontext");
}

int clone(int (*start)(void *), void *stack, int flags, void *argument, ...)
{
    (void)start;
    (void)stack;
    (void)flags;
    (void)argument;
    __smtcb_unsupported("clone");
    return -1;
}
