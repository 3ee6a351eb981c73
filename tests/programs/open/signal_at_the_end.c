// verdict: assertion
/* After the last access there is still time. */
#include <assert.h>
#include <signal.h>

static int done;

static void handler(int number)
{
    (void)number;
    assert(!done); // here
}

int main(void)
{
    signal(SIGINT, handler);
    done = 1;
    return 0;
}
