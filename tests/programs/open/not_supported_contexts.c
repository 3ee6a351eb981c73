// verdict: unsupported
/* Threads of control that the thread library knows nothing about, and signals that name a thread by its number. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <ucontext.h>
#include <unistd.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static ucontext_t here, there;

static int start(void *argument)
{
    return argument != NULL;
}

static void routine(void)
{
}

int main(void)
{
    union sigval value = {0};

    switch (__VERIFIER_nondet_uchar()) {
    case 0:
        return getcontext(&here); // here
    case 1:
        return setcontext(&here); // here
    case 2:
        return swapcontext(&here, &there); // here
    case 3:
        makecontext(&there, routine, 0); // here
        return 0;
    case 4:
        return clone(start, NULL, 0, NULL); // here
    case 5:
        return pthread_sigqueue(pthread_self(), SIGUSR1, value); // here
    case 6:
        return tgkill(getpid(), gettid(), SIGUSR1); // here
    default:
        return 0;
    }
}
