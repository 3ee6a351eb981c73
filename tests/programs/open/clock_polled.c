// verdict: assertion  bounds: contexts=2, sampled=1
/* A thread that looks at the clock more than once keeps nobody else from running. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

_Bool ready;

static void *works(void *argument)
{
    ready = time(NULL) >= 0;
    assert(!ready);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;
    time_t end;

    pthread_create(&thread, NULL, works, NULL);
    end = time(NULL) + 2;
    for (int turn = 0; turn < 2 && time(NULL) < end; turn++)
        ;
    return 0;
}
