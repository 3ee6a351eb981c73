// unsafe: reach
/* It is said to be ready before it is. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    for (;;) {
        if (!atomic_load(&ready)) {
            pthread_mutex_lock(&m);
            if (!atomic_load(&ready)) {
                atomic_store(&ready, 1);
                data = 7;
            }
            pthread_mutex_unlock(&m);
        }
        assert(data == 7); // here
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
