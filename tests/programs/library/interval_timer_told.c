// verdict: safe  bounds: signals=0, sampled=1
// except: cseq slow
/* The interval of a timer is told as it was set. */
#include <assert.h>
#include <stddef.h>
#include <sys/time.h>

int main(void)
{
    struct itimerval value = {{3, 5}, {7, 0}}, old;

    value.it_value.tv_usec = 1000000;
    assert(setitimer(ITIMER_PROF, &value, NULL) == -1);
    value.it_value.tv_usec = 0;
    assert(setitimer(ITIMER_PROF, &value, &old) == 0 && old.it_value.tv_sec == 0 && old.it_value.tv_usec == 0);
    assert(getitimer(ITIMER_PROF, &old) == 0 && old.it_interval.tv_sec == 3 && old.it_interval.tv_usec == 5);
    assert(old.it_value.tv_sec <= 7 && (old.it_value.tv_sec > 0 || old.it_value.tv_usec > 0));
    return 0;
}
