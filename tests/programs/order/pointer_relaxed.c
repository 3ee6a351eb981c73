// verdict: data-race  bounds: order=1
/* Memory on the heap that a relaxed store publishes. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) box;

static void *gives(void *unused)
{
    int *made = malloc(sizeof *made);
    
    *made = 42;  // here
    atomic_store_explicit(&box, made, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    int *found = atomic_load_explicit(&box, memory_order_relaxed);
    
    if (found)
        *found = 1;  // here
    return 0;
}
