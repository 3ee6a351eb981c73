// verdict: assertion
/* A number of two machine words is written in two steps, and read in two. */
#include <assert.h>
#include <pthread.h>

static __int128 shared;

static void *worker(void *argument)
{
    shared = -1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    __int128 seen;

    pthread_create(&thread, NULL, worker, NULL);
    seen = shared;
    assert(seen == 0 || seen == -1); // here
    return 0;
}
