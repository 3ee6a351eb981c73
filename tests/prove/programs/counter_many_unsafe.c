// unsafe: reach
/* The lock is given back too early. */
#include <assert.h>
#include <pthread.h>

unsigned value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    unsigned before = value;
    pthread_mutex_unlock(&m);
    value = before + 1;
    assert(value == before + 1); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
