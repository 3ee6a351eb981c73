// verdict: safe  bounds: order=1
/* A store that releases and a load that acquires. */
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

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        data = 1;
    return 0;
}
