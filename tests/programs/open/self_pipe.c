// verdict: safe  bounds: signals=1
// except: cseq slow
/* Whoever waits for a pipe that a handler writes to is not deadlocked: a signal may come. */
#include <assert.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void tells(int number)
{
    char byte = (char)number;

    write(ends[1], &byte, 1);
}

int main(void)
{
    struct sigaction action = {.sa_handler = tells};
    struct pollfd one = {.events = POLLIN};
    char byte;

    assert(pipe(ends) == 0);
    sigaction(SIGTERM, &action, NULL);
    one.fd = ends[0];
    if (poll(&one, 1, -1) == 1)
        assert(read(ends[0], &byte, 1) == 1 && byte == SIGTERM);
    return 0;
}
