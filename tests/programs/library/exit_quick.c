// verdict: safe
/* _Exit ends the process at once: no handler runs. */
#include <assert.h>
#include <stdlib.h>

static void handler(void)
{
    assert(0);
}

int main(void)
{
    atexit(handler);
    _Exit(0);
}
