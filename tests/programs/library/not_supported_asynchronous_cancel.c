// verdict: unsupported
/* A thread that may be cancelled between any two instructions is not looked at. */
#include <pthread.h>

static void *worker(void *argument)
{
    int old;

    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread); // here
    pthread_join(thread, 0);
}
