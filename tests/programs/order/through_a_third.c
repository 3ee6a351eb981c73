// verdict: safe  bounds: order=1
/* What comes before what comes before something comes before it. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready, told;

static void *gives(void *unused)
{
    data = 42;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

static void *tells(void *unused)
{
    if (atomic_load_explicit(&ready, memory_order_acquire))
        atomic_store_explicit(&told, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, gives, 0);
    pthread_create(&threads[1], 0, tells, 0);
    if (atomic_load_explicit(&told, memory_order_acquire))
        data = 1;
    return 0;
}
