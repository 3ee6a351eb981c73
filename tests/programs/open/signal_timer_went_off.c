// verdict: assertion
// except: cseq slow
/* A timer may have gone off before somebody asks for what is left of it. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

static void handler(int number)
{
    (void)number;
}

int main(void)
{
    struct itimerval once = {{0, 0}, {1, 0}}, left;

    signal(SIGVTALRM, handler);
    setitimer(ITIMER_VIRTUAL, &once, NULL);
    getitimer(ITIMER_VIRTUAL, &left);
    assert(left.it_value.tv_sec != 0); // here
    return 0;
}
