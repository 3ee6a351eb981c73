// verdict: safe
// except: cseq slow
/* A handler with information gets the number and what was sent along. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int handled;

static void handler(int number, siginfo_t *information, void *context)
{
    (void)context;
    assert(number == SIGALRM && information->si_signo == SIGALRM);
    handled = information->si_value.sival_int;
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
    union sigval value = {.sival_int = 7};

    sigaction(SIGALRM, &action, NULL);
    assert(sigqueue(getpid(), SIGALRM, value) == 0);
    assert(handled == 7);
    return 0;
}
