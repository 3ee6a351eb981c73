// unsafe: reach
/* The check is outside of the lock. */
#include <assert.h>
#include <pthread.h>

int level;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    if (level < 10) {
        pthread_mutex_lock(&m);
        level++;
        assert(level <= 10); // here
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
