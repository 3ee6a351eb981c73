// proved: reach,memory,locks,deadlock
/* Data is ready once the flag says so. */
#include <assert.h>
#include <pthread.h>

int ready, data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready) {
        data = 42;
        ready = 1;
    }
    assert(data == 42);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
