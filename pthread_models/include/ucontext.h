#ifndef _UCONTEXT_H
#define _UCONTEXT_H 1

#include <signal.h>
#include <stddef.h>

/* Of what is saved, nothing is known but its size. */
typedef struct ucontext_t {
    unsigned long uc_flags;
    struct ucontext_t *uc_link;
    stack_t uc_stack;
#if __SIZEOF_POINTER__ == 8
    char __saved[928];
#else
    char __saved[344];
#endif
} ucontext_t;

int getcontext(ucontext_t *context);
int setcontext(const ucontext_t *context);
int swapcontext(ucontext_t *old, const ucontext_t *context);
void makecontext(ucontext_t *context, void (*start)(void), int count, ...);

#endif
