// verdict: safe  bounds: order=1
/* Memory on the heap that is published as it should be. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

_Atomic(int *) box;

static void *gives(void *unused)
{
    int *made = malloc(sizeof *made);
    
    *made = 42;
    atomic_store_explicit(&box, made, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    int *found = atomic_load_explicit(&box, memory_order_acquire);
    
    if (found)
        *found = 1;
    return 0;
}
