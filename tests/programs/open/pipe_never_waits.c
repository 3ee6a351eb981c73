// verdict: assertion
// except: cseq slow
/* A pipe that does not block: who reads too early is told so, and this one takes it for an end. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *says(void *arg)
{
    assert(write(ends[1], "x", 1) == 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char said = 0;

    assert(pipe(ends) == 0);
    assert(fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK) == 0);
    pthread_create(&thread, NULL, says, NULL);
    if (read(ends[0], &said, 1) < 0)
        assert(errno == EAGAIN);
    assert(said == 'x'); // here
    return 0;
}
