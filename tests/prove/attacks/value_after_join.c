// reach,memory
// A thread hands work on to a third one and waits for it: what that has done is seen by whoever waits for the second.
#include <assert.h>
#include <pthread.h>

int level = 3;

void *deepest(void *unused)
{
    assert(level == 3);
    level = level + 4;
    return 0;
}

void *middle(void *unused)
{
    pthread_t third;
    pthread_create(&third, 0, deepest, 0);
    pthread_join(third, 0); // safe
    return 0;
}

int main(void)
{
    pthread_t second;
    pthread_create(&second, 0, middle, 0);
    pthread_join(second, 0);
    assert(level == 7);
    return 0;
}
