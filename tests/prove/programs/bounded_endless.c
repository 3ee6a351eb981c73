// proved: reach,memory,locks,deadlock
/* A counter that stays below ten. */
#include <assert.h>
#include <pthread.h>

int level;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (level < 10)
            level++;
        assert(level <= 10);
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
