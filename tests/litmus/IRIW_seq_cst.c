// litmus: sc=safe tso=safe pso=safe rc11=safe
/* Independent reads of independent writes, sequentially consistent. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *unused)
{
    x = 1;
    return unused;
}

static void *second(void *unused)
{
    y = 1;
    return unused;
}

static void *third(void *unused)
{
    int a, b;

    a = x;
    b = y;
    return (void *)(long)(a + 1024 * b);
}

static void *fourth(void *unused)
{
    int c, d;

    c = y;
    d = x;
    return (void *)(long)(c + 1024 * d);
}

int main(void)
{
    pthread_t threads[4];
    void *r3, *r4;

    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    pthread_create(&threads[3], 0, fourth, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    pthread_join(threads[2], &r3);
    pthread_join(threads[3], &r4);
    assert(!((long)r3 % 1024 == 1 && (long)r3 / 1024 == 0 && (long)r4 % 1024 == 1 && (long)r4 / 1024 == 0)); // here
    return 0;
}
