// verdict: data-race  bounds: order=1
/* The thread reads the data and then goes round for ever. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *gives(void *unused)
{
    data = 42;  // here
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

static void *takes(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        int seen = data;  // here
    
        for (;;)
            (void)seen;
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, gives, 0);
    pthread_create(&threads[1], 0, takes, 0);
    pthread_join(threads[0], 0);
    return 0;
}
