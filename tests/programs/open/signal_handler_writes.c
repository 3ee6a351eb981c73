// verdict: assertion
/* A handler comes between any two accesses. */
#include <assert.h>
#include <signal.h>

static int x;

static void handler(int number)
{
    x = number;
}

int main(void)
{
    signal(SIGINT, handler);
    x = 1;
    assert(x == 1); // here
    return 0;
}
