// verdict: assertion
/* Random numbers are any in the range of their function. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    unsigned seed = 1;

    srandom(1);
    srand48(1);
    if (__VERIFIER_nondet_bool())
        assert(rand_r(&seed) != 1); // here
    else if (__VERIFIER_nondet_bool())
        assert(random() != 1); // here
    else if (__VERIFIER_nondet_bool())
        assert(lrand48() != 1); // here
    else
        assert(mrand48() != -1); // here
}
