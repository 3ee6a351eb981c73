// verdict: safe
/* A mutex protects what it guards, in every way to make one. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t made;
int x, y;

static void *worker(void *argument)
{
    assert(pthread_mutex_lock(&fixed) == 0);
    x++;
    assert(pthread_mutex_unlock(&fixed) == 0);
    pthread_mutex_lock(&made);
    y++;
    pthread_mutex_unlock(&made);
    return argument;
}

int main(void)
{
    pthread_t threads[2];

    assert(pthread_mutex_init(&made, 0) == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(x == 2 && y == 2);
    assert(pthread_mutex_destroy(&fixed) == 0);
    assert(pthread_mutex_destroy(&made) == 0);
    assert(pthread_mutex_init(&made, 0) == 0);
    assert(pthread_mutex_lock(&made) == 0);
}
