// verdict: assertion
/* A start routine returns an int, and nobody extends it by its sign: gcc's program aborts. */
#include <assert.h>
#include <pthread.h>

static int work(int *argument)
{
    return *argument;
}

int main(void)
{
    pthread_t one;
    int number = -1;
    void *result;

    pthread_create(&one, NULL, (void *(*)(void *))work, &number);
    pthread_join(one, &result);
    assert(result == (void *)-1); // here
    return 0;
}
