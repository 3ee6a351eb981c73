// litmus: sc=safe tso=safe pso=safe rc11=race
/* A floating-point number is read back from the buffer as it is. */
#include <assert.h>
#include <pthread.h>

#define W(place, value) (place) = (value)
#define R(place) (place)

static double x;

static void *first(void *unused)
{
    int a;

    W(x, 1.5);
    a = R(x) == 1.5;
    return (void *)(long)a;
}

static void *second(void *unused)
{
    int b;

    b = R(x) == 0.0 || R(x) == 1.5;
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
    assert(!((long)r1 == 0 || (long)r2 == 0)); // here
    return 0;
}
