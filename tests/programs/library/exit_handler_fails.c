// verdict: assertion
/* A handler of atexit is reached when main returns. */
#include <assert.h>
#include <stdlib.h>

static void handler(void)
{
    assert(0);  // here
}

int main(void)
{
    atexit(handler);
}
