// verdict: safe  bounds: sampled=1
/* What is no descriptor at all is refused: nothing was read, and nobody was connected. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static void *reads(void *unused)
{
    char byte = 7;

    assert(read(-1, &byte, 1) == -1 && errno == EBADF && byte == 7);
    assert(recv(-1, &byte, 1, 0) == -1 && errno == EBADF);
    return unused;
}

int main(void)
{
    char first;
    pthread_t thread;
    int descriptor = open("settings", O_RDONLY);

    pthread_create(&thread, 0, reads, 0);
    if (read(descriptor, &first, 1) == 1)
        assert(descriptor >= 0);
    assert(accept(-1, 0, 0) == -1 && errno == EBADF);
    assert(fcntl(-3, F_GETFD) == -1 && errno == EBADF);
    pthread_join(thread, 0);
    return 0;
}
