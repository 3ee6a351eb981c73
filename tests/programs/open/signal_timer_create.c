// verdict: unsupported
// except: cseq slow
/* Timers that are objects are not judged. */
#include <signal.h>
#include <stddef.h>
#include <time.h>

int main(void)
{
    timer_t timer;

    return timer_create(CLOCK_REALTIME, NULL, &timer); // here
}
