/* Two threads count to two. Each `counter++` reads the counter and then writes it; between the two, the other thread
   may count as well, and one of the two updates is lost. */
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
    pthread_t first, second;
    pthread_create(&first, NULL, count, NULL);
    pthread_create(&second, NULL, count, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(counter == 2);
    return 0;
}
