// litmus: sc=safe tso=safe pso=safe rc11=race
/* Atomic sections that functions open and close: what is stored inside reaches memory at once. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);

static int x, y;

static void take(void)
{
    __VERIFIER_atomic_begin();
}

static void give(void)
{
    __VERIFIER_atomic_end();
}

static void *first(void *unused)
{
    take();
    x = 1;
    give();
    return (void *)(long)y;
}

static void *second(void *unused)
{
    take();
    y = 1;
    give();
    return (void *)(long)x;
}

int main(void)
{
    pthread_t one, two;
    void *r1, *r2;

    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, &r1);
    pthread_join(two, &r2);
    assert((long)r1 == 1 || (long)r2 == 1);
    return 0;
}
