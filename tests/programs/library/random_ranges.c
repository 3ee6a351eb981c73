// verdict: safe  bounds: sampled=1
/* Random numbers are in the range of their function. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static void fraction(void)
{
    double value = drand48();

    assert(value >= 0.0 && value < 1.0);
}

static void number_with_sign(void)
{
    long value = mrand48();

    assert(value >= -2147483648L && value <= 2147483647L);
}

static long number(void)
{
    unsigned seed = 1;

    if (__VERIFIER_nondet_bool())
        return rand_r(&seed);
    return __VERIFIER_nondet_bool() ? random() : lrand48();
}

int main(void)
{
    long value;

    srandom(1);
    srand48(1);
    if (__VERIFIER_nondet_bool()) {
        fraction();
    } else if (__VERIFIER_nondet_bool()) {
        number_with_sign();
    } else {
        value = number();
        assert(value >= 0 && value <= 2147483647L);
    }
}
