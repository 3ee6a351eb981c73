// litmus: sc=safe tso=assertion pso=assertion rc11=assertion
/* Dekker's mutual exclusion without fences. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)
#define PUBLISH(place, value) atomic_store_explicit(&(place), value, memory_order_release)

extern void __VERIFIER_assume(int);

static atomic_int flag0, flag1, turn, inside;

static void *first(void *unused)
{
    STORE(flag0, 1);
    while (LOAD(flag1)) {
        if (LOAD(turn) == 1) {
            STORE(flag0, 0);
            __VERIFIER_assume(LOAD(turn) == 0); /* waits */
            STORE(flag0, 1);
        }
    }
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1); // here
    atomic_fetch_sub(&inside, 1);
    PUBLISH(turn, 1);
    PUBLISH(flag0, 0);
    return unused;
}

static void *second(void *unused)
{
    STORE(flag1, 1);
    while (LOAD(flag0)) {
        if (LOAD(turn) == 0) {
            STORE(flag1, 0);
            __VERIFIER_assume(LOAD(turn) == 1); /* waits */
            STORE(flag1, 1);
        }
    }
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1); // here
    atomic_fetch_sub(&inside, 1);
    PUBLISH(turn, 0);
    PUBLISH(flag1, 0);
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
