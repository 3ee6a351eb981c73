// proved: reach,memory,locks,deadlock
/* Two locks, taken in one order. */
#include <assert.h>
#include <pthread.h>

int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_lock(&n);
    y++;
    y--;
    assert(y == 0);
    pthread_mutex_unlock(&n);
    x--;
    assert(x == 0);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
