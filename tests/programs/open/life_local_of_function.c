// verdict: assertion, dead-local
/* Two threads use a local of a function that returns: they may do so before it does, and after. */
#include <assert.h>
#include <pthread.h>

pthread_t first, second;

void *reads(void *argument)
{
    int *shared = argument;

    assert(*shared == 0); // here
    return NULL;
}

void *writes(void *argument)
{
    int *shared = argument;

    *shared = 1; // here
    return NULL;
}

void start(void)
{
    int shared = 0;

    pthread_create(&first, NULL, reads, &shared);
    pthread_create(&second, NULL, writes, &shared);
}

int main(void)
{
    start();
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
