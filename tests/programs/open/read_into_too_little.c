// verdict: out-of-bounds  bounds: symbolic=1
/* There is room for 64 bytes, and a peer may send 128. */
#include <sys/socket.h>

int main(void)
{
    char request[64];
    int peer = socket(AF_INET, SOCK_STREAM, 0);

    if (peer < 0)
        return 1;
    return recv(peer, request, 128, 0) < 0; // here
}
