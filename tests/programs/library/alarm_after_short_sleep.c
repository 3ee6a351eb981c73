// verdict: assertion  bounds: signals=0
// except: cseq slow
/* The sleep may be over before the alarm. */
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
    alarm(2);
    usleep(1000000);
    assert(handled == 1); // here
    return 0;
}
