// verdict: safe
/* A thread creates and joins another one. */
#include <assert.h>
#include <pthread.h>

int x;

static void *inner(void *argument)
{
    x = 1;
    return argument;
}

static void *outer(void *argument)
{
    pthread_t thread;
    pthread_create(&thread, 0, inner, argument);
    void *result;
    pthread_join(thread, &result);
    return result;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, outer, &x);
    pthread_join(thread, &result);
    assert(result == &x && x == 1);
}
