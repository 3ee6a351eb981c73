// litmus: sc=safe tso=safe pso=assertion rc11=assertion
/* Lamport's bakery: without a fence before the choice is over, the number may come too late. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)

extern void __VERIFIER_assume(int);

static atomic_int choosing0, choosing1, number0, number1, inside;

static void *first(void *unused)
{
    STORE(choosing0, 1);
    atomic_thread_fence(memory_order_seq_cst);
    STORE(number0, 1 + LOAD(number1));
    STORE(choosing0, 0);
    atomic_thread_fence(memory_order_seq_cst);
    __VERIFIER_assume(!LOAD(choosing1)); /* waits */
    int theirs = LOAD(number1), mine = LOAD(number0);
    __VERIFIER_assume(theirs == 0 || mine < theirs || (mine == theirs && 0 < 1)); /* waits */
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1); // here
    atomic_fetch_sub(&inside, 1);
    STORE(number0, 0);
    return unused;
}

static void *second(void *unused)
{
    STORE(choosing1, 1);
    atomic_thread_fence(memory_order_seq_cst);
    STORE(number1, 1 + LOAD(number0));
    STORE(choosing1, 0);
    atomic_thread_fence(memory_order_seq_cst);
    __VERIFIER_assume(!LOAD(choosing0)); /* waits */
    int theirs = LOAD(number0), mine = LOAD(number1);
    __VERIFIER_assume(theirs == 0 || mine < theirs || (mine == theirs && 1 < 0)); /* waits */
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1); // here
    atomic_fetch_sub(&inside, 1);
    STORE(number1, 0);
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
