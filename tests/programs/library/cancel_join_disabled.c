// verdict: safe
/* Who cannot be cancelled waits to the end. */
#include <assert.h>
#include <pthread.h>

static pthread_t first;

static void *ends(void *argument)
{
    return argument;
}

static void *joins(void *argument)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
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
    assert(result != PTHREAD_CANCELED);
    return 0;
}
