// verdict: safe  bounds: sampled=1
// except: cseq slow
// except: explicit many-inputs
/* Clocks tell any time, but a possible one. */
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void seconds(void)
{
    time_t stored, now = time(&stored);

    assert(now >= 0 && now == stored);
    assert(clock() >= 0);
}

static void finer(void)
{
    struct timespec spec = {-1, -1};
    struct timeval value;

    assert(timespec_get(&spec, 77) == 0 && spec.tv_sec == -1);
    if (__VERIFIER_nondet_bool()) {
        assert(gettimeofday(&value, NULL) == 0 && value.tv_usec >= 0 && value.tv_usec < 1000000);
        return;
    }
    if (__VERIFIER_nondet_bool())
        assert(timespec_get(&spec, TIME_UTC) == TIME_UTC);
    else
        assert(clock_gettime(CLOCK_REALTIME, &spec) == 0);
    assert(spec.tv_sec >= 0 && spec.tv_nsec >= 0 && spec.tv_nsec < 1000000000);
}

static void used(void)
{
    struct tms usage;

    assert(times(&usage) >= 0 && usage.tms_utime >= 0 && usage.tms_cutime >= 0);
}

static void without_clock(void)
{
    struct timespec spec = {0, 0};
    struct tm parts;
    time_t now = 0;
    char text[32];

    memset(&parts, 0, sizeof parts);
    assert(difftime(7, 5) == 2.0);
    assert(clock_getres(CLOCK_REALTIME, &spec) == 0 && spec.tv_sec == 0 && spec.tv_nsec > 0);
    assert(clock_getres(CLOCK_REALTIME, NULL) == 0);
    assert(strlen(asctime(&parts)) == 25 && strlen(ctime(&now)) == 25);
    assert(strftime(text, sizeof text, "", &parts) == 0);
    assert(alarm(0) == 0);
    spec.tv_nsec = 1;
    assert(clock_nanosleep(CLOCK_REALTIME, 0, &spec, NULL) == 0);
}

int main(void)
{
    if (__VERIFIER_nondet_bool())
        seconds();
    else if (__VERIFIER_nondet_bool())
        finer();
    else if (__VERIFIER_nondet_bool())
        used();
    else
        without_clock();
}
