// verdict: deadlock  bounds: signals=0
// except: cseq slow
/* A signal that comes before pause is lost for it; sigsuspend would have let it in. */
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    handled = 1;
}

int main(void)
{
    signal(SIGALRM, handler);
    alarm(1);
    while (!handled)
        pause(); // here
    return 0;
}
