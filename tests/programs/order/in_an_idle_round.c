// verdict: data-race  bounds: order=1
/* The round in which the data is read changes nothing, and the loop has no end. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready, never;

static void *gives(void *unused)
{
    data = 42;  // here
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    int seen = 0;
    
    while (!atomic_load_explicit(&never, memory_order_relaxed))
        if (atomic_load_explicit(&ready, memory_order_relaxed))
            seen = data;  // here
    (void)seen;
    return 0;
}
