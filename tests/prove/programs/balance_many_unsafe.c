// unsafe: reach
/* One account is outside of the lock. */
#include <assert.h>
#include <pthread.h>

int one, other;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    one++;
    pthread_mutex_lock(&m);
    other++;
    assert(one == other); // here
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
