// verdict: assertion
/* Main polls a flag that nobody sets, so that nobody else looks at it. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int done, result;

void *worker(void *unused)
{
    result = 3;
    assert(result != 3); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    while (!done)
        usleep(1000);
    return 0;
}
