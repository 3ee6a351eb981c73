// memory
// Where a size is too large, there is no memory.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), *p;

    if (n == 0 || n > 1000)
        return 1;
    p = malloc(n * sizeof *p);
    if (p != NULL) // safe
        *p = 1;
    return 0;
}
