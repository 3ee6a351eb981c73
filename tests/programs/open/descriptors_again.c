// verdict: safe
// cseq: unwind=8
/* The lowest descriptor that is not open is given out; who uses one that is closed is told so. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

static int is_open(int descriptor)
{
    return !(fcntl(descriptor, F_GETFD) == -1 && errno == EBADF);
}

int main(void)
{
    int first = open("/dev/null", O_RDWR), second = open("/dev/null", O_RDWR), other;
    struct pollfd asked = {.events = POLLIN};
    char byte;

    if (first < 0 || second < 0)
        return 1;
    assert(first == 3 && second == 4);
    close(first);
    assert(read(first, &byte, 1) == -1 && errno == EBADF);
    assert(write(first, "x", 1) == -1 && errno == EBADF);
    assert(close(first) == -1 && errno == EBADF);
    assert(dup(first) == -1 && errno == EBADF);
    assert(close(-1) == -1 && errno == EBADF);
    asked.fd = first;
    if (poll(&asked, 1, 0) >= 0)
        assert(asked.revents == POLLNVAL);
    other = open("/dev/zero", O_RDONLY);
    assert(other == -1 || (other == first && is_open(first)));
    other = fcntl(second, F_DUPFD, 8);
    if (other >= 0) {
        assert(other == 8 && dup2(second, second) == second);
        if (dup2(second, 6) >= 0) {
            close(second);
            assert(is_open(6) && !is_open(second));
        }
        closefrom(8);
        assert(!is_open(8) && close_range(0, 2, 0) == 0 && !is_open(0));
        other = open("/dev/null", O_RDWR);
        assert(other <= 0);
    }
    return 0;
}
