// verdict: assertion
/* The end of the input may come at once. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    assert(getchar() != EOF);  // here
}
