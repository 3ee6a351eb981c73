// verdict: assertion
// except: cseq slow
/* And while a thread goes round without touching anything. */
#include <assert.h>
#include <signal.h>

static int done;

static void handler(int number)
{
    (void)number;
    assert(!done); // here
}

int main(void)
{
    signal(SIGINT, handler);
    done = 1;
    for (;;)
        ;
}
