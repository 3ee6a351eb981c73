// memory
/* malloc, called as a function that takes an int. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static char *(*make)(int) = (char *(*)(int))malloc;

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000)
        return 1;
    char *letters = make(n);
    if (letters == NULL)
        return 1;
    for (int i = 0; i < n; i++) // safe
    for (int i = 0; i <= n; i++) // unsafe
        letters[i] = 0;
    free(letters);
    return 0;
}
