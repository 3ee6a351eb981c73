// verdict: safe  bounds: leaks=1
// except: cseq slow
// The handler ends the process at once: nobody asks what has not been freed.
#include <signal.h>
#include <stdlib.h>

static void give_up(int number)
{
    (void)number;
    _Exit(1);
}

int main(void)
{
    signal(SIGINT, give_up);
    int *mine = malloc(sizeof *mine);
    free(mine);
    return 0;
}
