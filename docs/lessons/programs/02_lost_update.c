/* Two threads count to two. Do they? */
#include <assert.h>
#include <pthread.h>

int counter;

void *count(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, count, NULL);
    pthread_create(&two, NULL, count, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counter == 2);
    return 0;
}
