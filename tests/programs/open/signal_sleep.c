// verdict: safe
// except: cseq slow
/* A handler ends a sleep, and that is the only way to wake up early. */
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t handled;

static void handler(int number)
{
    (void)number;
    handled = 1;
}

int main(void)
{
    struct timespec second = {1, 0};
    unsigned left;

    signal(SIGINT, handler);
    left = sleep(2);
    assert(left <= 2);
    assert(left == 0 || handled);
    if (usleep(5) != 0)
        assert(errno == EINTR && handled);
    if (nanosleep(&second, NULL) != 0)
        assert(errno == EINTR && handled);
    if (clock_nanosleep(CLOCK_MONOTONIC, 0, &second, NULL) == EINTR)
        assert(handled);
    return 0;
}
