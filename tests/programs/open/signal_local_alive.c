// verdict: assertion, dead-local
// except: cseq slow
/* Between the last access and the end of its life, a handler finds a local alive; and afterwards dead. */
#include <assert.h>
#include <signal.h>

static int *pointer;

static void handler(int number)
{
    (void)number;
    if (pointer)
        assert(*pointer == 0); // here
    pointer = 0;
}

static void lend(void)
{
    int local = 1;

    pointer = &local;
}

int main(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    signal(SIGINT, handler);
    lend();
    sigprocmask(SIG_BLOCK, &set, 0);
    pointer = 0;
    return 0;
}
