// verdict: safe  bounds: symbolic=1
// except: cseq cut
/* Calls that may fail, and those that tell addresses. */
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    char buffer[1];
    struct sockaddr address;
    socklen_t size = 1;

    address.sa_family = AF_INET;
    assert(connect(3, &address, sizeof address) >= -1 && address.sa_family == AF_INET);
    assert(recvfrom(3, buffer, 1, 0, NULL, NULL) <= 1);
    assert(sendto(3, buffer, 1, 0, &address, sizeof address) <= 1);
    if (getsockname(3, &address, &size) == 0 && getpeername(3, &address, &size) == 0)
        assert(size <= 1);
    size = sizeof size;
    assert(getsockopt(3, SOL_SOCKET, SO_ERROR, &(int){0}, &size) <= 0 && size == sizeof size);
    assert(shutdown(3, SHUT_RDWR) <= 0);
    assert(pread(3, buffer, 1, 0) <= 1 && pwrite(3, buffer, 1, 0) <= 1);
    return 0;
}
