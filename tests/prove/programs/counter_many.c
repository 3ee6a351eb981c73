// proved: reach,memory,locks,deadlock
/* A counter under a lock: nobody else counts in between. */
#include <assert.h>
#include <pthread.h>

unsigned value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    unsigned before = value;
    value = before + 1;
    assert(value == before + 1);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
