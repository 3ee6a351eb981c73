// verdict: safe
// except: cseq large
/* Handlers and masks by their older names; a mask that is another one while pselect waits. */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/select.h>

static volatile sig_atomic_t count;

static void handler(int signal)
{
    count++;
}

int main(void)
{
    sigset_t set, other, none;

    sigemptyset(&set);
    sigemptyset(&none);
    sigaddset(&set, SIGUSR1);
    assert(sigisemptyset(&none) && sigorset(&other, &set, &none) == 0 && sigismember(&other, SIGUSR1));
    assert(sigandset(&other, &set, &none) == 0 && sigisemptyset(&other));
    assert(sigblock(sigmask(SIGUSR1)) == 0 && siggetmask() == sigmask(SIGUSR1));
    ssignal(SIGUSR1, handler);
    gsignal(SIGUSR1);
    assert(count == 0);
    assert(pselect(0, NULL, NULL, NULL, NULL, &none) == -1 && count > 0);
    assert(sigsetmask(0) == sigmask(SIGUSR1));
    assert(count >= 1 && count <= 3);
    return 0;
}
