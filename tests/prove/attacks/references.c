// reach
// As many references as threads have one. Unsafe: a thread that has none gives one back.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned references, alive;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    if (references == 0)
        alive = 1;
    references++;
    pthread_mutex_unlock(&lock);
    assert(alive == 1);
    for (int round = 0; round < 2; round++) { // unsafe
    pthread_mutex_lock(&lock);
    references--;
    if (references == 0)
        alive = 0;
    pthread_mutex_unlock(&lock);
    } // unsafe
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
