// verdict: safe
/* Clocks that are none, and times that are none, are refused as Linux does. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec time = {0, 0}, before = {-1, 0};
    clockid_t clock;

    assert(clock_gettime(50, &time) == -1 && errno == EINVAL);
    errno = 0;
    assert(clock_getres(-1, &time) == -1 && errno == EINVAL);
    errno = 0;
    assert(clock_settime(CLOCK_MONOTONIC, &time) == -1 && errno == EINVAL);
    assert(clock_settime(CLOCK_REALTIME, &before) == -1);
    errno = 0;
    assert(nanosleep(&before, NULL) == -1 && errno == EINVAL);
    assert(clock_nanosleep(50, 0, &time, NULL) == EINVAL);
    assert(clock_nanosleep(CLOCK_REALTIME, 0, &before, NULL) == EINVAL);
    assert(pthread_getcpuclockid(pthread_self(), &clock) == 0 && clock_getres(clock, &time) == 0);
    assert(clock_getcpuclockid(0, &clock) == 0 && clock_getres(clock, &time) == 0);
    return 0;
}
