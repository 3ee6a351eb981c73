// verdict: safe
/* Start routines that say nothing about what they take and return: there is no result, and nobody looks at one. */
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
    assert(counter >= 1);
    return 0;
}
