// verdict: safe
// except: cseq large
// except: once slow
/* A pipe has an end when all descriptors for writing are closed; flags belong to all descriptors of an end. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2], other;

static void *writer(void *argument)
{
    assert(write(other, "b", 1) == 1);
    close(other);
    return argument;
}

int main(void)
{
    pthread_t thread;
    char byte = 0;

    pipe(ends);
    other = dup(ends[1]);
    if (other < 0)
        return 1;
    assert(other == ends[1] + 1 && write(ends[1], "a", 1) == 1);
    close(ends[1]);
    assert(read(ends[0], &byte, 1) == 1 && byte == 'a');
    pthread_create(&thread, NULL, writer, NULL);
    assert(read(ends[0], &byte, 1) == 1 && byte == 'b');
    pthread_join(thread, NULL);
    assert(read(ends[0], &byte, 1) == 0);
    other = dup(ends[0]);
    if (other < 0)
        return 1;
    assert(other == ends[1]);
    fcntl(other, F_SETFL, O_NONBLOCK);
    assert(fcntl(ends[0], F_GETFL) == O_NONBLOCK);
    return 0;
}
