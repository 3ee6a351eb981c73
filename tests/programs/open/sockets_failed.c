// verdict: assertion
/* Every call may fail, also because a signal came. */
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>

int main(void)
{
    if (listen(3, 5) < 0)
        assert(errno != EINTR); // here
    return 0;
}
