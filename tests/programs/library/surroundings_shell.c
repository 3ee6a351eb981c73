// verdict: assertion
/* What a command answers is anything. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    assert(system("true") == 0); // here
}
