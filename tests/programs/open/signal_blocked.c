// verdict: safe
// except: cseq slow
/* While a signal is blocked, its handler does not come; what was sent meanwhile comes when it is let in again. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static int balance = 10, handled;

static void handler(int number)
{
    (void)number;
    assert(balance == 10);
    handled++;
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler};
    sigset_t set, old;
    int before;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaction(SIGINT, &action, NULL);
    sigprocmask(SIG_BLOCK, &set, &old);
    before = handled;
    balance -= 5;
    raise(SIGINT);
    sigpending(&set);
    assert(sigismember(&set, SIGINT) && !sigismember(&set, SIGTERM));
    balance += 5;
    assert(handled == before);
    sigprocmask(SIG_SETMASK, &old, NULL);
    assert(handled > before);
    return 0;
}
