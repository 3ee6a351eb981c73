// verdict: assertion  bounds: signals=0
// except: cseq slow
/* The handler says nothing about its parameters, and runs for every signal. */
#include <assert.h>
#include <signal.h>

static int handled;

static void handler()
{
    handled++;
}

int main(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(handled == 1); // here
    return 0;
}
