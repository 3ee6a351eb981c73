// litmus: sc=safe tso=safe pso=safe rc11=assertion
/* Compilers for x86 exchange for a store that is seq_cst; C11 promises nothing to relaxed loads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define R(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int x, y;

static void *first(void *unused)
{
    int a;

    x = 1;
    a = R(y);
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    y = 1;
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
