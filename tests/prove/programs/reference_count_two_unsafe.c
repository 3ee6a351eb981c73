// unsafe: reach
/* It is used without a reference of one's own. */
#include <assert.h>
#include <pthread.h>

int references, alive;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (references == 0)
        alive = 1;
    references = 1;
    pthread_mutex_unlock(&m);
    assert(alive == 1); // here
    pthread_mutex_lock(&m);
    references = 0;
    alive = 0;
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
