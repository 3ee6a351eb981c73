// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Increments are never lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x;

static void *first(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(R(x) != 2)); // here
    return 0;
}
