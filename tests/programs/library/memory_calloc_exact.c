// verdict: out-of-bounds
/* Two elements are two elements. */
#include <stdlib.h>

int main(void)
{
    int *object = calloc(2, sizeof *object);

    object[2] = 1; // here
}
