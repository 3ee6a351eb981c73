/* Linked to a program that was compiled with -fsanitize=thread, together with the accesses of the runtime of
   `smtcb replay`: before each access a thread may lose its processor, for a short while or a longer one. The order of
   events is left to chance; everything else is the program's own, and glibc's. */
#include "runtime.h"

static __thread unsigned state;

static unsigned by_chance(void)
{
    if (!state) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        state = (unsigned)now.tv_nsec ^ (unsigned)(uintptr_t)&now ^ (unsigned)getpid() << 16 | 1;
    }
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

static void nudge(void)
{
    int before = errno;
    struct timespec moment = {0, (long)(by_chance() % 60000)};

    switch (by_chance() % 8) {
    case 0:
        nanosleep(&moment, 0);
        break;
    case 1:
    case 2:
        sched_yield();
    }
    errno = before;
}

void smtcb_event(int kind, void *pc, const volatile void *address, size_t size, const char *name)
{
    (void)kind, (void)pc, (void)address, (void)size, (void)name;
    __sync_synchronize(); /* memory is sequentially consistent */
    nudge();
}

_Bool __VERIFIER_nondet_bool(void) { return by_chance() >> 7 & 1; }

void __VERIFIER_assume(int holds)
{
    if (!holds)
        _exit(0);
}
