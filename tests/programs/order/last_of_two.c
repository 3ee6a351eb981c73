// verdict: data-race  bounds: order=1
/* Of two writes of a thread that are not ordered, the last one stands for both. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *gives(void *unused)
{
    data = 42;
    data = 43;  // here
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        data = 1;  // here
    return 0;
}
