// memory
// What was allocated anew has another size.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), i, *p;

    if (n < 1 || n > 100 || m < 1 || m > 100)
        return 1;
    p = malloc(n * sizeof *p);
    if (p == NULL)
        return 1;
    free(p);
    p = malloc(m * sizeof *p);
    if (p == NULL)
        return 1;
    for (i = 0; i < m; i++) // safe
    for (i = 0; i < n; i++) // unsafe
        p[i] = 0;
    return 0;
}
