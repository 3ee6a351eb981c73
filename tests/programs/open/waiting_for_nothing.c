// verdict: assertion
/* The time may be up. */
#include <assert.h>
#include <poll.h>

int main(void)
{
    struct pollfd one = {0, POLLIN, 0};

    if (poll(&one, 1, 100) >= 0)
        assert(one.revents != 0); // here
    return 0;
}
