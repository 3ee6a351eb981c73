// verdict: unsupported
/* Whether it is on the heap, nobody knows. */
#include <stdlib.h>

int *instance(void);

int main(void)
{
    int *one = instance();

    if (one != NULL)
        *one = 1;
    free(one); // here
    return 0;
}
