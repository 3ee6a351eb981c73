/* lost_update.c with a mutex around the update: the assertion holds in every interleaving. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *count(void *unused)
{
    pthread_mutex_lock(&mutex);
    counter++;
    pthread_mutex_unlock(&mutex);
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
