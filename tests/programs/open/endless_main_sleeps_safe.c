// verdict: safe
// except: cseq cut
/* The same, and the thread does not fail: in all executions, although one of the threads never ends. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int requests;

void *worker(void *unused)
{
    requests++;
    assert(requests == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    for (;;)
        sleep(1);
}
