/* Two steps forward, one step back: the order decides whether it is ever at -1. */
#include <assert.h>
#include <pthread.h>

int place;

void *forward(void *unused)
{
    place++;
    place++;
    return unused;
}

void *back(void *unused)
{
    place--;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, forward, NULL);
    pthread_create(&two, NULL, back, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(place >= 0);
    return 0;
}
