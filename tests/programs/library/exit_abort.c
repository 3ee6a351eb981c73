// verdict: safe  bounds: sampled=1
// except: cseq large
/* Whoever aborts calls no handler and gets no further. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

static void handler(void)
{
    assert(0);
}

int main(void)
{
    atexit(handler);
    switch (__VERIFIER_nondet_int()) {
    case 0:
        abort();
        break;
    case 1:
        raise(SIGABRT);
        break;
    case 2:
        kill(getpid(), SIGABRT);
        break;
    default:
        _exit(0);
    }
    assert(0);
}
