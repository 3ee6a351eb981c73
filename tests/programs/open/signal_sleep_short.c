// verdict: assertion
// except: cseq slow
/* A sleep may end early. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static void handler(int number)
{
    (void)number;
}

int main(void)
{
    signal(SIGINT, handler);
    assert(sleep(2) == 0); // here
    return 0;
}
