// verdict: assertion
// except: cseq slow
/* A timer sends its signal, with its value, at some time after it was set: perhaps before the variable is set again. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static int told;

static void on_time(int signal, siginfo_t *information, void *context)
{
    (void)signal;
    (void)context;
    *(int *)information->si_value.sival_ptr = 1;
}

int main(void)
{
    struct sigaction action = {.sa_sigaction = on_time, .sa_flags = SA_SIGINFO};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    struct itimerspec once = {.it_value = {1, 0}};
    timer_t timer;

    event.sigev_value.sival_ptr = &told;
    sigaction(SIGALRM, &action, NULL);
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
    assert(told == 0);
    assert(timer_settime(timer, 0, &once, NULL) == 0);
    assert(told == 0); // here
    return 0;
}
