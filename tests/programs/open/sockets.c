// verdict: safe  bounds: symbolic=1
// except: cseq slow
/* What comes over a socket is anything, but no more than there is room for. */
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    char buffer[3];
    int flag = 1;
    socklen_t size = 2;
    struct sockaddr address;
    int server = socket(AF_INET, SOCK_STREAM, 0), client;
    ssize_t count;

    address.sa_family = AF_INET;
    if (server < 0 || setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &flag, sizeof flag) < 0)
        return 1;
    assert(flag == 1);
    if (bind(server, &address, sizeof address) < 0 || listen(server, 5) < 0)
        return 1;
    assert(address.sa_family == AF_INET);
    client = accept(server, &address, &size);
    if (client < 0)
        return 1;
    assert(client != server && size <= 2);
    count = recv(client, buffer, 2, 0);
    if (count >= 0)
        buffer[count] = '\0';
    assert(count >= -1 && send(client, buffer, 2, 0) <= 2);
    close(client);
    return 0;
}
