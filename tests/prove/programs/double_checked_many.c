// proved: reach,memory,locks
/* Double-checked initialisation. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&m);
        if (!atomic_load(&ready)) {
            data = 7;
            atomic_store(&ready, 1);
        }
        pthread_mutex_unlock(&m);
    }
    assert(data == 7);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
