// litmus: sc=safe tso=safe pso=safe rc11=safe
/* A local that others may know ends before the stores into it have reached memory. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) place;
static int steady;

static int put(int value)
{
    int local = value;

    atomic_store_explicit(&place, &local, memory_order_relaxed);
    atomic_store_explicit(&place, &steady, memory_order_relaxed);
    return value;
}

static void *first(void *unused)
{
    assert(put(1) == 1);
    return unused;
}

static void *second(void *unused)
{
    int *found = atomic_load_explicit(&place, memory_order_relaxed);
    assert(found != &steady || *found == 0);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    return 0;
}
