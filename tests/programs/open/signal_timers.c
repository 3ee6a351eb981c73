// verdict: safe  bounds: sampled=1
// except: cseq slow
/* Timers: what is set can be asked for and stopped. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

static volatile int stopped, handled;

static void handler(int number)
{
    (void)number;
    assert(!stopped);
    handled = 1;
}

int main(void)
{
    struct itimerval once = {{0, 0}, {1, 0}}, never = {{0, 0}, {0, 0}}, left;

    signal(SIGVTALRM, handler);
    assert(setitimer(7, &once, NULL) == -1 && ualarm(0, 0) == 0);
    assert(setitimer(ITIMER_VIRTUAL, &once, NULL) == 0);
    assert(getitimer(ITIMER_VIRTUAL, &left) == 0);
    if (left.it_value.tv_sec == 0 && left.it_value.tv_usec == 0)
        assert(handled);
    setitimer(ITIMER_VIRTUAL, &never, NULL);
    stopped = 1;
    return 0;
}
