// verdict: data-race  bounds: order=1
/* A relaxed store of another thread ends the release sequence: who reads it learns nothing. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *gives(void *unused)
{
    data = 42;  // here
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *stores(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        atomic_store_explicit(&ready, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, gives, 0);
    pthread_create(&threads[1], 0, stores, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
        data = 1;  // here
    return 0;
}
