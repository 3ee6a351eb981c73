// verdict: safe
/* If its routine is cancelled, it is as if pthread_once had never been called. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int calls;

void init(void)
{
    pthread_testcancel();
    calls++;
}

void *worker(void *unused)
{
    pthread_once(&once, init);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_cancel(thread);
    pthread_once(&once, init);
    assert(calls == 1);
    pthread_join(thread, NULL);
    return 0;
}
