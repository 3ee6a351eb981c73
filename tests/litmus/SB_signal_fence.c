// litmus: sc=safe tso=assertion pso=assertion rc11=assertion
/* A signal fence orders nothing between threads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x, y;

static void *first(void *unused)
{
    int a;

    W(x, 1);
    atomic_signal_fence(memory_order_seq_cst);
    a = R(y);
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    W(y, 1);
    atomic_signal_fence(memory_order_seq_cst);
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
    assert(!((long)r1 == 0 && (long)r2 == 0)); // here
    return 0;
}
