// verdict: data-race  bounds: order=1
/* Two locks order nothing among each other, and the flag only happens to keep the sections apart. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;
pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *gives(void *unused)
{
    pthread_mutex_lock(&first);
    data = 42;  // here
    pthread_mutex_unlock(&first);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        pthread_mutex_lock(&second);
        data = 1;  // here
        pthread_mutex_unlock(&second);
    }
    return 0;
}
