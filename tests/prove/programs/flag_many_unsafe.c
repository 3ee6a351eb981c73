// unsafe: reach
/* The flag is set too early. */
#include <assert.h>
#include <pthread.h>

int ready, data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (!ready) {
        ready = 1;
        pthread_mutex_unlock(&m);
        data = 42;
        pthread_mutex_lock(&m);
    }
    assert(data == 42); // here
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
