// verdict: out-of-bounds
/* One element too many is cleared. */
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(2, sizeof *numbers);

    for (int i = 0; i <= 2; i++)
        numbers[i] = 0;  // here
}
