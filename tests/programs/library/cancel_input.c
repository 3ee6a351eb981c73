// verdict: assertion
/* Reading a stream may be a cancellation point, and need not be one. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static void *reads(void *unused)
{
    getchar();
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    pthread_create(&thread, NULL, reads, &thread);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED); // here
    assert(result == &thread); // here
}
