// verdict: assertion
/* The same seed is no promise about what comes. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    srand(1);
    assert(rand() != 0);  // here
}
