// verdict: assertion
/* A handler that is added by a handler runs. */
#include <assert.h>
#include <stdlib.h>

static void added(void)
{
    assert(0); // here
}

static void first(void)
{
    atexit(added);
}

int main(void)
{
    atexit(first);
    exit(0);
}
