// verdict: assertion
/* A handler comes in between the two words of a number. */
#include <assert.h>
#include <signal.h>

static volatile __int128 value;

static void handler(int signal)
{
    __int128 seen = value;

    assert(seen == 0 || seen == -1); // here
}

int main(void)
{
    signal(SIGINT, handler);
    value = -1;
    return 0;
}
