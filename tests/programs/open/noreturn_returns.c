// verdict: unreachable
/* A function that is declared noreturn returns. */
#include <stdlib.h>

static _Noreturn void stop(int status) // here
{
    if (status != 0)
        exit(status);
}

int main(void)
{
    stop(0);
}
