// verdict: safe  bounds: order=1
/* A read-modify-write of another thread goes on with what was released, though it is relaxed. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *gives(void *unused)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *adds(void *unused)
{
    atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, gives, 0);
    pthread_create(&threads[1], 0, adds, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire) == 2)
        data = 1;
    return 0;
}
