// verdict: deadlock
// except: cseq slow
// except: once one-deadlock
/* Both are told that there is something to read; one takes it, the other waits for ever. */
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reads(void *arg)
{
    struct pollfd one = {.fd = ends[0], .events = POLLIN};
    char byte;

    if (poll(&one, 1, 0) == 1 && (one.revents & POLLIN))
        assert(read(ends[0], &byte, 1) == 1); // here
    return arg;
}

int main(void)
{
    pthread_t other;

    pipe(ends);
    write(ends[1], "x", 1);
    pthread_create(&other, NULL, reads, NULL);
    reads(NULL);
    pthread_join(other, NULL); // here
    return 0;
}
