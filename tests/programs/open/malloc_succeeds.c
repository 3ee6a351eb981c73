// verdict: safe
/* Allocation does not fail unless that is asked for. */
#include <stdlib.h>

int main(void)
{
    int *number = malloc(sizeof *number);

    *number = 1;
    free(number);
    return 0;
}
