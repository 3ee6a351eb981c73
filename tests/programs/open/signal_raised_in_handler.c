// verdict: safe
// except: cseq slow
/* What a handler raises for itself waits until it is done; the default action ends the process. */
#include <assert.h>
#include <signal.h>

static int running, handled;

static void handler(int number)
{
    assert(!running);
    running = 1;
    if (handled++ == 0)
        raise(number);
    running = 0;
}

int main(void)
{
    signal(SIGALRM, handler);
    raise(SIGALRM);
    assert(handled == 2);
    signal(SIGALRM, SIG_DFL);
    raise(SIGALRM);
    assert(0);
}
