// memory
// Memory of one unknown size or of another one.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), large = __VERIFIER_nondet_int(), i, *p;

    if (n < 1 || n > 100 || m < 1 || m > 100)
        return 1;
    if (large)
        p = malloc(n * sizeof *p);
    else
        p = malloc(n * sizeof *p); // safe
        p = malloc(m * sizeof *p); // unsafe
    if (p == NULL)
        return 1;
    for (i = 0; i < n; i++)
        p[i] = 0;
    return 0;
}
