// proved: reach,memory,locks,deadlock
/* A counter that stays below ten. */
#include <assert.h>
#include <pthread.h>

int level;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (level < 10)
        level++;
    assert(level <= 10);
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
