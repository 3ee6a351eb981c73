// verdict: safe  bounds: leaks=1
/* The older ways to ask for aligned memory. */
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
    int *numbers = memalign(64, 2 * sizeof *numbers);
    char *page = valloc(16);

    numbers[1] = 3;
    page[15] = 1;
    assert(numbers[1] == 3 && page[15] == 1);
    free(page);
    free(numbers);
}
