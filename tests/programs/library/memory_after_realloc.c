// verdict: use-after-free
// cseq: unwind=4
/* A pointer to what realloc has moved. */
#include <stdlib.h>

int main(void)
{
    int *old = malloc(sizeof *old);

    *old = 1;
    int *new = realloc(old, 2 * sizeof *new);
    new[1] = 0;
    *old = 2;  // here
}
