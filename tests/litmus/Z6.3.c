// litmus: sc=safe tso=safe pso=assertion rc11=assertion
/* Z6.3: a store that comes last, a message, and a load. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x, y, z;

static void *first(void *unused)
{
    W(x, 1);
    W(y, 1);
    return unused;
}

static void *second(void *unused)
{
    W(y, 2);
    W(z, 1);
    return unused;
}

static void *third(void *unused)
{
    int a, b;

    a = R(z);
    b = R(x);
    return (void *)(long)(a + 1024 * b);
}

int main(void)
{
    pthread_t threads[3];
    void *r3;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    pthread_join(threads[2], &r3);
    assert(!((long)r3 % 1024 == 1 && (long)r3 / 1024 == 0 && R(y) == 2)); // here
    return 0;
}
