// verdict: assertion
// except: cseq slow
/* The wrong signal is blocked. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static int balance = 10;

static void handler(int number)
{
    (void)number;
    assert(balance == 10); // here
}

int main(void)
{
    sigset_t set;

    signal(SIGINT, handler);
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, NULL);
    balance -= 5;
    balance += 5;
    return 0;
}
