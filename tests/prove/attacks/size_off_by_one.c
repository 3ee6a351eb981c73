// memory
// As many elements as an unknown number says, and one more.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), i, *p;

    if (n < 1 || n > 100000)
        return 1;
    p = malloc(n * sizeof *p);
    if (p == NULL)
        return 1;
    for (i = 0; i < n; i++) // safe
    for (i = 0; i <= n; i++) // unsafe
        p[i] = i;
    free(p);
    return 0;
}
