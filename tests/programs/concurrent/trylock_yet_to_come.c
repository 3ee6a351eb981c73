// verdict: assertion
/* The lock is busy although x is set: that is so only before the unlocking. Who sees it is yet to be started. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int x;

static int try_it(void)
{
    return pthread_mutex_trylock(&mutex);
}

void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    x = 1;
    pthread_mutex_unlock(&mutex);
    return unused;
}

void *onlooker(void *unused)
{
    assert(try_it() == 0); // here
    return unused;
}

int main(void)
{
    pthread_t thread, other;

    pthread_create(&thread, NULL, worker, NULL);
    if (x == 1)
        pthread_create(&other, NULL, onlooker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
