// litmus: sc=safe tso=safe pso=assertion rc11=assertion
/* A fence before waiting is enough where stores stay in order; otherwise the turn may be given away too early. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)

extern void __VERIFIER_assume(int);

static atomic_int flag0, flag1, turn, inside;

static void *first(void *unused)
{
    STORE(flag0, 1);
    STORE(turn, 1);
    atomic_thread_fence(memory_order_seq_cst);
    __VERIFIER_assume(!(LOAD(flag1) && LOAD(turn) == 1)); /* waits */
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1); // here
    atomic_fetch_sub(&inside, 1);
    STORE(flag0, 0);
    return unused;
}

static void *second(void *unused)
{
    STORE(flag1, 1);
    STORE(turn, 0);
    atomic_thread_fence(memory_order_seq_cst);
    __VERIFIER_assume(!(LOAD(flag0) && LOAD(turn) == 0)); /* waits */
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1); // here
    atomic_fetch_sub(&inside, 1);
    STORE(flag1, 0);
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
