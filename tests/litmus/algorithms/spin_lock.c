// litmus: sc=safe tso=safe pso=assertion rc11=race
/* A lock that is left by a relaxed store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)

extern void __VERIFIER_assume(int);

static atomic_int taken;
static int value;

static void *worker(void *unused)
{
    int expected = 0;
    __VERIFIER_assume(atomic_compare_exchange_strong_explicit(&taken, &expected, 1, memory_order_acquire, memory_order_relaxed));
    value = value + 1;
    STORE(taken, 0);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, 0, worker, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert(value == 2); // here
    return 0;
}
