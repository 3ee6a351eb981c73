// memory
// A number that is negative is a size that there is not; one that is zero gives memory for nothing.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;

    if (n < 1 || n > 1000) // safe
    if (n > 1000) // unsafe
        return 1;
    p = malloc(n * sizeof *p);
    if (p != NULL)
        p[0] = 1;
    return 0;
}
