// verdict: safe  bounds: signals=0
// except: cseq slow
/* Whoever sleeps longer than an alarm takes has been interrupted by it. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile int handled;

static void handler(int number)
{
    (void)number;
    handled++;
}

int main(void)
{
    signal(SIGALRM, handler);
    alarm(1);
    usleep(2000000);
    assert(handled == 1);
    return 0;
}
