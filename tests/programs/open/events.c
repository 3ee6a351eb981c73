// verdict: safe  bounds: symbolic=1
// except: cseq large
/* What epoll tells is what it was told. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stddef.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct epoll_event event = {EPOLLIN, {.fd = 7}}, told[2];
    struct pollfd waited = {0, POLLIN, 0};
    struct timespec moment = {0, 1};
    int set = epoll_create1(EPOLL_CLOEXEC), count;

    if (set < 0 || epoll_create(1) < 0)
        return 1;
    assert(epoll_wait(set, told, 2, 0) <= 0);
    assert(epoll_ctl(set, EPOLL_CTL_ADD, 7, &event) == 0);
    assert(epoll_ctl(set, EPOLL_CTL_ADD, 7, &event) == -1 && errno == EEXIST);
    event.data.u64 = 9;
    assert(epoll_ctl(set, EPOLL_CTL_ADD, 8, &event) == 0);
    count = epoll_pwait(set, told, 2, -1, NULL);
    assert(count >= -1 && count <= 2 && count != 0);
    if (count == 2)
        assert(told[0].data.fd == 7 && told[1].data.u64 == 9 && told[0].events != 0);
    if (count == 1)
        assert(told[0].data.fd == 7 || told[0].data.fd == 9);
    assert(epoll_ctl(set, EPOLL_CTL_DEL, 8, NULL) == 0 && epoll_ctl(set, EPOLL_CTL_MOD, 8, &event) == -1);
    assert(ppoll(&waited, 1, &moment, NULL) <= 1);
    assert(pselect(0, NULL, NULL, NULL, &moment, NULL) <= 0);
    assert(accept4(3, NULL, NULL, SOCK_NONBLOCK) >= -1);
    return 0;
}
