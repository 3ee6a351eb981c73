// verdict: safe
/* A thread is there until it is joined, whether it has ended or not. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>

static void *worker(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;

    assert(pthread_create(&thread, NULL, worker, NULL) == 0);
    assert(pthread_kill(thread, 0) == 0);
    assert(pthread_kill(pthread_self(), 1000) == EINVAL);
    assert(pthread_join(thread, NULL) == 0);
}
