// verdict: assertion
/* Main waits for ever, as servers do, while a thread fails. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int requests;

void *worker(void *unused)
{
    requests++;
    assert(requests != 1); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    for (;;)
        sleep(1);
}
