// verdict: assertion
/* A handler that does not save errno. */
#include <assert.h>
#include <errno.h>
#include <signal.h>

static void handler(int number)
{
    (void)number;
    errno = EAGAIN;
}

int main(void)
{
    signal(SIGINT, handler);
    errno = 0;
    assert(errno == 0); // here
    return 0;
}
