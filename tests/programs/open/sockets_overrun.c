// verdict: out-of-bounds
/* As much may come as there is room for. */
#include <sys/socket.h>

int main(void)
{
    char buffer[2];
    ssize_t count = recv(3, buffer, 2, 0);

    if (count >= 0)
        buffer[count] = '\0'; // here
    return 0;
}
