// proved: reach,memory,locks,deadlock
/* A number is even whenever the lock is free. */
#include <assert.h>
#include <pthread.h>

unsigned number;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    number = number + 1;
    number = number + 1;
    assert(number != 1);
    number = 0;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
