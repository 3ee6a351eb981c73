// unsafe: reach
/* Half of it is outside of the lock. */
#include <assert.h>
#include <pthread.h>

unsigned number;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    number = number + 1;
    pthread_mutex_lock(&m);
    number = number + 1;
    assert(number != 1); // here
    number = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
