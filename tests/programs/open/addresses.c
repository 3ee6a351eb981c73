// verdict: safe  bounds: symbolic=1
// except: cseq large
/* Addresses as texts and as numbers are exact in the usual form; lists of them have all that belongs to them, and an end. */
#include <arpa/inet.h>
#include <assert.h>
#include <net/if.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

static void texts(void)
{
    struct in_addr address;
    char text[INET_ADDRSTRLEN];

    assert(inet_pton(AF_INET, "192.168.0.7", &address) == 1 && ntohl(address.s_addr) == 0xc0a80007);
    assert(inet_pton(AF_INET, "192.168.7", &address) == 0 && inet_pton(AF_INET, "1.2.3.04", &address) == 0);
    assert(inet_ntop(AF_INET, &address, text, sizeof text) == text && strcmp(text, "192.168.0.7") == 0);
    assert(inet_ntop(AF_INET, &address, text, 4) == NULL);
    assert(inet_addr("127.0.0.1") == htonl(INADDR_LOOPBACK) && inet_addr("here") == INADDR_NONE);
    assert(inet_aton("10.0.0.255", &address) && ntohl(address.s_addr) == 0x0a0000ff);
}

static void lists(void)
{
    struct addrinfo hints, *list, *entry;
    char name[8];
    int error;

    memset(&hints, 0, sizeof hints);
    hints.ai_socktype = SOCK_STREAM;
    error = getaddrinfo("localhost", "80", &hints, &list);
    if (error != 0) {
        fprintf(stderr, "%s\n", gai_strerror(error));
        return;
    }
    for (entry = list; entry != NULL; entry = entry->ai_next) {
        assert(entry->ai_addr->sa_family == entry->ai_family && entry->ai_socktype == SOCK_STREAM);
        if (getnameinfo(entry->ai_addr, entry->ai_addrlen, name, sizeof name, NULL, 0, NI_NUMERICHOST) == 0)
            assert(strlen(name) < sizeof name);
    }
    freeaddrinfo(list);
}

int main(void)
{
    char name[IFNAMSIZ];
    struct servent *service = getservbyname("http", "tcp");
    struct protoent *protocol = getprotobyname("tcp");

    texts();
    lists();
    assert(service == NULL || service->s_port >= 0);
    service = getservbyport(80, "tcp");
    assert(service == NULL || service->s_port == 80);
    assert(protocol == NULL || strcmp(protocol->p_name, "tcp") == 0);
    if (gethostbyaddr("1234", 4, AF_INET) == NULL)
        herror(hstrerror(h_errno));
    assert(if_indextoname(if_nametoindex("lo"), name) == NULL || strlen(name) < IFNAMSIZ);
    return 0;
}
