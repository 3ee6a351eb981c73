// proved: reach,memory,locks,deadlock
/* What is taken out of one account is put into the other. */
#include <assert.h>
#include <pthread.h>

int one, other;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    one++;
    other++;
    assert(one == other);
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
