// verdict: assertion
// except: cseq slow
/* memcpy is not atomic. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

short source[2], target[2];

static void *worker(void *argument)
{
    short pair[2] = {1, 1};

    memcpy(source, pair, sizeof pair);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    memcpy(target, source, sizeof source);
    assert(target[0] == target[1]);  // here
    pthread_join(thread, 0);
}
