// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Sequentially consistent stores and loads. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *unused)
{
    int a;

    x = 1;
    a = y;
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    y = 1;
    b = x;
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
