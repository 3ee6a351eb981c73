// proved: reach,memory,locks,deadlock
/* An object lives as long as it has references. */
#include <assert.h>
#include <pthread.h>

int references, alive;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        if (references == 0)
            alive = 1;
        references = 1;
        assert(alive == 1);
        references = 0;
        alive = 0;
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
