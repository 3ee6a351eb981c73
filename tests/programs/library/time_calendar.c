// verdict: safe  bounds: symbolic=1
/* Calendars give any day and time, but a possible one. */
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    struct tm parts, *result;
    time_t now = 0;

    if (__VERIFIER_nondet_bool()) {
        result = __VERIFIER_nondet_bool() ? gmtime_r(&now, &parts) : localtime_r(&now, &parts);
        assert(result == &parts);
    } else {
        result = __VERIFIER_nondet_bool() ? gmtime(&now) : localtime(&now);
        assert(result != &parts);
    }
    assert(result->tm_sec >= 0 && result->tm_sec <= 60 && result->tm_min >= 0 && result->tm_min < 60);
    assert(result->tm_hour >= 0 && result->tm_hour < 24 && result->tm_wday >= 0 && result->tm_wday < 7);
    assert(result->tm_mon >= 0 && result->tm_mon < 12 && result->tm_mday >= 1 && result->tm_mday <= 31);
    assert(result->tm_yday >= 0 && result->tm_yday < 366);
    assert(mktime(result) >= 0);
}
