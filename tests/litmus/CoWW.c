// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Coherence: a thread's stores to one place stay in order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x;

static void *first(void *unused)
{
    W(x, 1);
    W(x, 2);
    return unused;
}

static void *second(void *unused)
{
    int a;

    a = R(x);
    return (void *)(long)a;
}

int main(void)
{
    pthread_t threads[2];
    void *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], &r2);
    assert(!(R(x) == 1)); // here
    return 0;
}
