// litmus: sc=safe tso=assertion pso=assertion rc11=assertion
/* W+RWC: as RWC, told by a message. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define WREL(place, value) atomic_store_explicit(&(place), value, memory_order_release)
#define RACQ(place) atomic_load_explicit(&(place), memory_order_acquire)

static atomic_int x, y, z;

static void *first(void *unused)
{
    W(x, 1);
    WREL(y, 1);
    return unused;
}

static void *second(void *unused)
{
    int a, b;

    a = RACQ(y);
    b = R(z);
    return (void *)(long)(a + 1024 * b);
}

static void *third(void *unused)
{
    int c;

    W(z, 1);
    c = R(x);
    return (void *)(long)c;
}

int main(void)
{
    pthread_t threads[3];
    void *r2, *r3;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], &r2);
    pthread_join(threads[2], &r3);
    assert(!((long)r2 % 1024 == 1 && (long)r2 / 1024 == 0 && (long)r3 == 0)); // here
    return 0;
}
