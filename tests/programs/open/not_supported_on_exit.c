// verdict: unsupported
/* Handlers that get the exit status. */
#define _DEFAULT_SOURCE
#include <stdlib.h>

static void handler(int status, void *argument)
{
    (void)status;
    (void)argument;
}

int main(void)
{
    on_exit(handler, NULL); // here
}
