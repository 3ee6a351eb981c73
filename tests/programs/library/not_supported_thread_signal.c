// verdict: unsupported
/* Signals do not arrive: who sends one is not judged. */
#include <pthread.h>
#include <signal.h>

int main(void)
{
    return pthread_kill(pthread_self(), SIGUSR1); // here
}
