// verdict: safe  bounds: signals=0
// except: cseq slow
/* A signal to the own group comes; sigqueue tells its value. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile int handled, value, code;

static void handler(int number, siginfo_t *information, void *context)
{
    (void)context;
    handled = number;
    value = information->si_value.sival_int;
    code = information->si_code;
}

int main(void)
{
    struct sigaction action = {0};
    union sigval seven = {7};

    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, NULL);
    assert(killpg(getpgrp(), SIGUSR1) == 0 && handled == SIGUSR1 && code == SI_USER);
    handled = 0;
    assert(killpg(0, SIGUSR1) == 0 && handled == SIGUSR1);
    assert(sigqueue(getpid(), SIGUSR1, seven) == 0 && value == 7 && code == SI_QUEUE);
    assert(killpg(-5, SIGUSR1) == -1 && errno == EINVAL);
    return 0;
}
