// verdict: assertion
/* Start routines that say nothing about what they take and return: an update is lost. */
#include <assert.h>
#include <pthread.h>

int counter;

static int count()
{
    counter++;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, (void *(*)(void *))count, NULL);
    pthread_create(&two, NULL, (void *(*)(void *))count, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counter == 2); // here
    return 0;
}
