// litmus: sc=safe tso=assertion pso=assertion rc11=assertion
/* Each thread reads its own store from its buffer (iwp2.4). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x, y;

static void *first(void *unused)
{
    int a, b;

    W(x, 1);
    a = R(x);
    b = R(y);
    return (void *)(long)(a + 1024 * b);
}

static void *second(void *unused)
{
    int c, d;

    W(y, 1);
    c = R(y);
    d = R(x);
    return (void *)(long)(c + 1024 * d);
}

int main(void)
{
    pthread_t threads[2];
    void *r1, *r2;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], &r1);
    pthread_join(threads[1], &r2);
    assert(!((long)r1 % 1024 == 1 && (long)r1 / 1024 == 0 && (long)r2 % 1024 == 1 && (long)r2 / 1024 == 0)); // here
    return 0;
}
