// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Release and acquire fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x, y;

static void *first(void *unused)
{
    W(x, 1);
    atomic_thread_fence(memory_order_release);
    W(y, 1);
    return unused;
}

static void *second(void *unused)
{
    int a, b;

    a = R(y);
    atomic_thread_fence(memory_order_acquire);
    b = R(x);
    return (void *)(long)(a + 1024 * b);
}

int main(void)
{
    pthread_t threads[2];
    void *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], &r2);
    assert(!((long)r2 % 1024 == 1 && (long)r2 / 1024 == 0)); // here
    return 0;
}
