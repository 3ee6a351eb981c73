// verdict: assertion  bounds: signals=2
// except: cseq slow
/* With SA_NODEFER, a handler is interrupted by itself. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

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
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_NODEFER};

    sigaction(SIGINT, &action, NULL);
    return 0;
}
