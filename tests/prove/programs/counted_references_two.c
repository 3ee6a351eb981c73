// proved: reach
/* An object lives as long as threads have references to it. */
#include <assert.h>
#include <pthread.h>

unsigned references;
int alive;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (references == 0)
        alive = 1;
    references++;
    pthread_mutex_unlock(&m);
    assert(alive == 1);
    pthread_mutex_lock(&m);
    references--;
    if (references == 0)
        alive = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_t other;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_create(&other, NULL, worker, NULL);
    pthread_join(thread, NULL);
    pthread_join(other, NULL);
    return 0;
}
