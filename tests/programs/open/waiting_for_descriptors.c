// verdict: safe  bounds: symbolic=1
// except: cseq slow
/* Of what somebody waits for, some is ready, and as much as is told. */
#include <assert.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>

int main(void)
{
    struct pollfd list[2] = {{0, POLLIN, 0}, {-1, POLLIN, 0}};
    struct timeval time = {1, 0};
    fd_set set;
    int ready = poll(list, 2, 100);

    assert(ready >= -1 && ready <= 1);
    assert(ready < 0 || (list[0].revents != 0) == ready);
    assert(list[0].fd == 0 && list[0].events == POLLIN && list[1].revents == 0);
    FD_ZERO(&set);
    FD_SET(2, &set);
    ready = select(3, &set, NULL, NULL, &time);
    if (ready >= 0)
        assert(ready <= 1 && ready == FD_ISSET(2, &set) && !FD_ISSET(1, &set));
    return 0;
}
