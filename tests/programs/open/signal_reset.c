// verdict: safe  bounds: signals=2
// except: cseq slow
/* With SA_RESETHAND it comes once; the next one finds SIG_DFL, which nobody sends from outside. */
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static char *buffer;

static void handler(int number)
{
    struct sigaction now;

    sigaction(number, NULL, &now);
    assert(now.sa_handler == SIG_DFL);
    free(buffer);
}

int main(void)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND};

    buffer = malloc(1);
    sigaction(SIGINT, &action, NULL);
    return 0;
}
