// verdict: assertion, deadlock
// except: cseq slow
/* An alarm comes at any time after it was set, and not before; also before somebody waits for it. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile int ready, rung;

static void handler(int number)
{
    (void)number;
    assert(ready);
    rung = 1;
}

int main(void)
{
    signal(SIGALRM, handler);
    assert(!rung);
    ready = 1;
    alarm(5);
    assert(!rung); // here
    pause(); // here
    return 0;
}
