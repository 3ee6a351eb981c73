// verdict: unsupported
/* A process that has been stopped is not judged. */
#include <signal.h>

int main(void)
{
    return raise(SIGSTOP); // here
}
