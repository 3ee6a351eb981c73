// reach,memory
// What is in memory of an unknown size at first.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;

    if (n < 1 || n > 1000)
        return 1;
    p = calloc(n, sizeof *p); // safe
    p = malloc(n * sizeof *p); // unsafe
    if (p != NULL)
        assert(p[0] == 0);
    return 0;
}
