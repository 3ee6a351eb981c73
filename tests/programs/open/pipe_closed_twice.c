// verdict: assertion
// except: cseq large
// except: once slow
/* Both threads close an end that is not used any more: the second time, it is an end of a pipe that was made since. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *other(void *argument)
{
    int own[2];

    close(ends[0]);
    close(ends[1]);
    pipe(own);
    assert(write(own[1], "x", 1) == 1); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pipe(ends);
    pthread_create(&thread, NULL, other, NULL);
    close(ends[1]);
    pthread_join(thread, NULL);
    return 0;
}
