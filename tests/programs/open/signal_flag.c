// verdict: safe  bounds: races=1
// except: cseq slow
/* What a flag is for. The handler does not race with the thread that it interrupts. */
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t stop;
static int work;

static void handler(int number)
{
    stop = number;
}

int main(void)
{
    signal(SIGTERM, handler);
    while (!stop && work < 3)
        work++;
    assert(stop == 0 || stop == SIGTERM);
    assert(stop || work == 3);
    return 0;
}
