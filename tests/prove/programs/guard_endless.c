// proved: reach,memory,locks,deadlock
/* At most one thread is inside. */
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        inside++;
        assert(inside == 1);
        inside--;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
