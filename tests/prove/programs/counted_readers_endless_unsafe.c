// unsafe: reach
/* Readers are counted; a writer waits until there are none. But not here. */
#include <assert.h>
#include <pthread.h>

unsigned readers;
int writing, value, copy;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (writing) {
            pthread_mutex_unlock(&m);
        } else {
            readers++;
            pthread_mutex_unlock(&m);
            assert(value == copy);
            pthread_mutex_lock(&m);
            readers--;
            pthread_mutex_unlock(&m);
        }
        pthread_mutex_lock(&m);
        if (writing || readers > 1) {
            pthread_mutex_unlock(&m);
        } else {
            writing = 1;
            pthread_mutex_unlock(&m);
            value = value ^ 1;
            copy = value;
            pthread_mutex_lock(&m);
            writing = 0;
            pthread_mutex_unlock(&m);
        }
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
