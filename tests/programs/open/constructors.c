// verdict: safe
/* Constructors run by priority, those without one last; all of them before main. */
#include <assert.h>

static int order;

static void last(void) __attribute__((constructor));
static void last(void)
{
    order = order * 10 + 3;
}

__attribute__((constructor(200))) static void second(void)
{
    order = order * 10 + 2;
}

__attribute__((constructor(101))) static void first(void)
{
    order = order * 10 + 1;
}

int main(void)
{
    assert(order == 123);
}
