// verdict: out-of-bounds
/* Aligned memory is no larger than what was asked for. */
#include <malloc.h>

int main(void)
{
    int *numbers = memalign(64, 2 * sizeof *numbers);

    numbers[2] = 3;  // here
}
