// verdict: use-after-free  bounds: symbolic=1
/* A list of addresses is gone after freeaddrinfo, with all that it leads to. */
#include <netdb.h>
#include <stddef.h>
#include <sys/socket.h>

int main(void)
{
    struct addrinfo *list;

    if (getaddrinfo("localhost", "80", NULL, &list) != 0)
        return 1;
    freeaddrinfo(list);
    return connect(3, list->ai_addr, list->ai_addrlen); // here
}
