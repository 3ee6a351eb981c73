// verdict: assertion
/* A function that says nothing about its parameters is called through a pointer, in two threads: an update is lost. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter;

static void count()
{
    counter++;
}

static void (*what)(void *) = count;

static void *work(void *argument)
{
    what(argument);
    return NULL;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counter == 2); // here
    return 0;
}
