// verdict: safe
/* A thread that has disabled cancellation goes on until it enables it. */
#include <assert.h>
#include <pthread.h>

int reached;

static void *worker(void *argument)
{
    int old;

    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    pthread_testcancel();
    reached = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_testcancel();
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(reached);
}
