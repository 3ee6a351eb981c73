// verdict: assertion
// except: cseq slow
/* An increment is a read and a write, also for the thread's own handler. */
#include <assert.h>
#include <signal.h>

static volatile int count;
static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    count++;
    handled = 1;
}

int main(void)
{
    signal(SIGUSR1, handler);
    count++;
    if (handled)
        assert(count == 2); // here
    return 0;
}
