// verdict: unsupported
/* What is written at one end comes out at the other one. */
#include <sys/socket.h>

int main(void)
{
    int ends[2];

    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends); // here
}
