// verdict: null-pointer  bounds: malloc_may_fail=1
/* Nobody has looked whether there was memory. */
#include <stdlib.h>

int main(void)
{
    int *number = malloc(sizeof *number);

    *number = 1; // here
    free(number);
    return 0;
}
