// reach
// What main does before it starts the second thread is done before that thread runs, though the first one runs then.
#include <assert.h>
#include <pthread.h>

int ready, noise;

void *first(void *unused)
{
    for (;;)
        noise = 1 - noise;
    return 0;
}

void *second(void *unused)
{
    assert(ready == 6);
    ready = 0;
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, first, 0);
    ready = 6; // safe
    pthread_create(&two, 0, second, 0);
    ready = 6; // unsafe
    for (;;)
        noise = 0;
}
