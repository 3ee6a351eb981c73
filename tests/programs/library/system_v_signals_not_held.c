// verdict: assertion  bounds: signals=0
// except: cseq slow
/* Nothing holds the signal any more once it is released. */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>

static int handled;

static void handler(int number)
{
    handled = number;
}

int main(void)
{
    sigset(SIGUSR1, handler);
    sighold(SIGUSR1);
    raise(SIGUSR1);
    sigrelse(SIGUSR1);
    assert(handled == 0); // here
    return 0;
}
