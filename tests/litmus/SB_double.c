// litmus: sc=safe tso=assertion pso=assertion rc11=race
/* Floating-point numbers wait in buffers, too. */
#include <assert.h>
#include <pthread.h>

#define W(place, value) (place) = (value)
#define R(place) (place)

static double x, y;

static void *first(void *unused)
{
    int a;

    W(x, 1.5);
    a = R(y) == 0.0;
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    W(y, 2.5);
    b = R(x) == 0.0;
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
    assert(!((long)r1 == 1 && (long)r2 == 1)); // here
    return 0;
}
