// litmus: sc=safe tso=safe pso=safe rc11=safe
/* ISA2 with release and acquire. */
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
    int a;

    a = RACQ(y);
    WREL(z, 1);
    return (void *)(long)a;
}

static void *third(void *unused)
{
    int b, c;

    b = RACQ(z);
    c = R(x);
    return (void *)(long)(b + 1024 * c);
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
    assert(!((long)r2 == 1 && (long)r3 % 1024 == 1 && (long)r3 / 1024 == 0)); // here
    return 0;
}
