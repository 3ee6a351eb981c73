// verdict: assertion
/* Clocks tell any time, also the same again. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec one, other;

    clock_gettime(CLOCK_MONOTONIC, &one);
    clock_gettime(CLOCK_MONOTONIC, &other);
    assert(one.tv_sec != other.tv_sec);  // here
}
