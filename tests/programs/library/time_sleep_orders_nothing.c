// verdict: assertion
/* However long main sleeps, the worker may be slower. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

_Atomic int done;

static void *worker(void *argument)
{
    done = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    sleep(10);
    assert(done);  // here
}
