// verdict: assertion
// except: cseq slow
/* A handler is interrupted by that of another signal. */
#include <assert.h>
#include <signal.h>

static int depth;

static void handler(int number)
{
    (void)number;
    depth++;
    assert(depth == 1); // here
    depth--;
}

int main(void)
{
    signal(SIGINT, handler);
    signal(SIGALRM, handler);
    raise(SIGALRM);
    return 0;
}
