// verdict: safe  bounds: order=1
/* A lock orders what is done under it, whatever keeps the sections apart. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *gives(void *unused)
{
    pthread_mutex_lock(&lock);
    data = 42;
    pthread_mutex_unlock(&lock);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&lock);
        data = 1;
        pthread_mutex_unlock(&lock);
    }
    return 0;
}
