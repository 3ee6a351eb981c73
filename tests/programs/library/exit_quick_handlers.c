// verdict: assertion
/* quick_exit runs the handlers that are meant for it, the last one first, and no others. */
#include <assert.h>
#include <stdlib.h>

int order;

static void other(void)
{
    assert(0);
}

static void last(void)
{
    assert(order++ == 1);
    assert(0); // here
}

static void first(void)
{
    assert(order++ == 0);
}

int main(void)
{
    assert(atexit(other) == 0);
    assert(at_quick_exit(last) == 0 && at_quick_exit(first) == 0);
    quick_exit(0);
    assert(0);
}
