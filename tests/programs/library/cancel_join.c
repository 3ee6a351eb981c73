// verdict: assertion
/* Waiting for the end of a thread is a cancellation point: who is cancelled there does not wait for it any longer. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *ends(void *argument)
{
    return argument;
}

static void *joins(void *argument)
{
    pthread_join(first, NULL);
    return argument;
}

int main(void)
{
    pthread_t second;
    void *result;

    pthread_create(&first, NULL, ends, NULL);
    pthread_create(&second, NULL, joins, NULL);
    pthread_cancel(second);
    pthread_join(second, &result);
    assert(result != PTHREAD_CANCELED); // here
    return 0;
}
