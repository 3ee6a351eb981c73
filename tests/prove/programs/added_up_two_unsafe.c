// unsafe: reach
/* Two threads add up to a number that main knows when they have ended. But not here. */
#include <assert.h>
#include <pthread.h>

unsigned sum = 5;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (unsigned i = 0; i < 1000; i++) {
        sum++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread, other;
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_join(other, 0);
    assert(sum == 2005);
    return 0;
}
