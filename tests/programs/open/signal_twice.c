// verdict: double-free  bounds: signals=2
// except: cseq slow
/* The same signal comes twice. */
#include <signal.h>
#include <stdlib.h>

static char *buffer;

static void handler(int number)
{
    (void)number;
    free(buffer); // here
}

int main(void)
{
    buffer = malloc(1);
    signal(SIGINT, handler);
    return 0;
}
