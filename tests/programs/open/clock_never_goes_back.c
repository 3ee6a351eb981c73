// verdict: safe  bounds: symbolic=1
/* No clock goes back, whoever looks at it; its parts are in range. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

static void never_back(clockid_t clock)
{
    struct timespec first, second;

    clock_gettime(clock, &first);
    clock_gettime(clock, &second);
    assert(second.tv_sec > first.tv_sec || (second.tv_sec == first.tv_sec && second.tv_nsec >= first.tv_nsec));
    assert(first.tv_sec >= 0 && second.tv_nsec >= 0 && second.tv_nsec < 1000000000);
}

int main(void)
{
    struct timeval value;
    time_t now = time(NULL);
    clock_t used = clock();

    never_back(CLOCK_MONOTONIC);
    never_back(CLOCK_THREAD_CPUTIME_ID);
    gettimeofday(&value, NULL);
    assert(value.tv_sec >= now && value.tv_usec >= 0 && value.tv_usec < 1000000);
    time_t later = time(&now); /* in one expression with `now`, it could come after it */
    assert(later == now && now >= value.tv_sec - 1);
    assert(clock() >= used);
    return 0;
}
