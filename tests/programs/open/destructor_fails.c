// verdict: assertion
/* A destructor runs after the handlers of atexit. */
#include <assert.h>
#include <stdlib.h>

static int handled;

static void handler(void)
{
    handled = 1;
}

__attribute__((destructor(101))) static void very_last(void)
{
    assert(handled == 2); // here
}

__attribute__((destructor)) static void last(void)
{
    assert(handled == 1);
    handled = 3;
}

int main(void)
{
    atexit(handler);
}
