/* The processor's time stamp counter, for programs that read it in assembly. */
#include <smtcb.h>

static unsigned long long latest;

/* Any number that is larger than the last one that was read: reading takes time. */
unsigned long long __smtcb_time_stamp(void)
{
    unsigned long long now = __VERIFIER_nondet_ulonglong();

    __smtcb_atomic_begin();
    __VERIFIER_assume(now > latest);
    latest = now;
    __smtcb_atomic_end();
    return now;
}

/* Half of it, which wraps around every few seconds. */
unsigned long long __smtcb_half_time_stamp(void)
{
    return __VERIFIER_nondet_uint();
}
