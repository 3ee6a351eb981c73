// unsafe: reach
/* Nobody holds the lock inside. */
#include <assert.h>
#include <pthread.h>

int inside;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        if (pthread_mutex_trylock(&m) != 0)
            inside = 0;
        else
            pthread_mutex_unlock(&m);
        inside++;
        assert(inside == 1); // here
        inside--;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
