// litmus: sc=safe tso=safe pso=assertion rc11=assertion
/* 2+2W: both first stores come last. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define W(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x, y;

static void *first(void *unused)
{
    W(x, 1);
    W(y, 2);
    return unused;
}

static void *second(void *unused)
{
    W(y, 1);
    W(x, 2);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(R(x) == 1 && R(y) == 1)); // here
    return 0;
}
