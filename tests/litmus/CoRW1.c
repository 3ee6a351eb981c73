// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Coherence: a load does not see a later store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x;

static void *first(void *unused)
{
    int a;

    a = R(x);
    W(x, 1);
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    b = R(x);
    return (void *)(long)b;
}

int main(void)
{
    pthread_t threads[2];
    void *r1, *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], &r1);
    pthread_join(threads[1], &r2);
    assert(!((long)r1 == 1)); // here
    return 0;
}
