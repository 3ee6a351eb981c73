// verdict: assertion
/* A cancelled thread need not reach its end. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *worker(void *argument)
{
    usleep(10);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result != PTHREAD_CANCELED);  // here
}
