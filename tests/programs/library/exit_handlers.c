// verdict: safe
/* Handlers of atexit run in reverse order when the process exits. */
#include <assert.h>
#include <stdlib.h>

int order;

static void first(void)
{
    assert(order++ == 1);
}

static void second(void)
{
    assert(order++ == 0);
}

int main(void)
{
    assert(atexit(first) == 0 && atexit(second) == 0);
    return 0;
}
