// unsafe: reach
/* The state is read outside of the lock. */
#include <assert.h>
#include <pthread.h>

int state;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    int seen = state;
    pthread_mutex_lock(&m);
    if (seen < 2)
        state++;
    else
        state = 0;
    assert(state >= 0 && state <= 2); // here
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
