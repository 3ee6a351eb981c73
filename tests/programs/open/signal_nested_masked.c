// verdict: safe  bounds: signals=2
// except: cseq slow
/* While a handler runs, its own signal and those in its mask are blocked. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static int depth;

static void handler(int number)
{
    (void)number;
    depth++;
    assert(depth == 1);
    depth--;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler};

    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return 0;
}
