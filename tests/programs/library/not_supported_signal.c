// verdict: unsupported
/* Signals do not arrive: who sends one is not judged. */
#include <signal.h>

int main(void)
{
    return raise(SIGUSR1); // here
}
