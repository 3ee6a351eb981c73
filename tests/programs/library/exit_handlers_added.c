// verdict: safe
// cseq: unwind=3
/* A handler that is added by a handler runs next. */
#include <assert.h>
#include <stdlib.h>

int order;

static void last(void)
{
    assert(order == 2);
}

static void added(void)
{
    assert(order++ == 1);
}

static void first(void)
{
    assert(order++ == 0);
    assert(atexit(added) == 0);
}

int main(void)
{
    assert(atexit(last) == 0 && atexit(first) == 0);
    return 0;
}
