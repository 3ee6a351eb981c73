// litmus: sc=safe tso=safe pso=safe rc11=safe
/* S with release and acquire. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define WREL(place, value) atomic_store_explicit(&(place), value, memory_order_release)
#define RACQ(place) atomic_load_explicit(&(place), memory_order_acquire)

static atomic_int x, y;

static void *first(void *unused)
{
    W(x, 2);
    WREL(y, 1);
    return unused;
}

static void *second(void *unused)
{
    int a;

    a = RACQ(y);
    W(x, 1);
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
    assert(!((long)r2 == 1 && R(x) == 2)); // here
    return 0;
}
