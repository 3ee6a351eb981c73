// verdict: safe
// except: cseq slow
/* Whoever waits for signals is not deadlocked: somebody outside may send one. */
#include <assert.h>
#include <errno.h>
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
    struct sigaction action = {.sa_handler = handler};

    sigaction(SIGUSR1, &action, NULL);
    assert(pause() == -1 && errno == EINTR);
    assert(handled);
    pause();
    return 0;
}
