// memory
// A size that is computed in too few bits.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;
    int count = n; // safe
    unsigned char count = n; // unsafe

    if (n < 1 || n > 1000)
        return 1;
    p = calloc(count, sizeof *p);
    if (p == NULL)
        return 1;
    p[n - 1] = 1;
    return 0;
}
