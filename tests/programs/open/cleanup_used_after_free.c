// verdict: use-after-free
/* What the attribute cleanup frees at the end of the block is still pointed to. */
#include <stdlib.h>

static void release(int **block)
{
    free(*block);
}

int main(void)
{
    int *kept;

    {
        __attribute__((cleanup(release))) int *block = malloc(sizeof *block);
        *block = 1;
        kept = block;
    }
    return *kept; // here
}
