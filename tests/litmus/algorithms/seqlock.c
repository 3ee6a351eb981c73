// litmus: sc=safe tso=safe pso=assertion rc11=assertion
/* A sequence lock with relaxed stores. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)

static atomic_int sequence, left, right;

static void *first(void *unused)
{
    STORE(sequence, 1);
    STORE(left, 1);
    STORE(right, 1);
    STORE(sequence, 2);
    return unused;
}

static void *second(void *unused)
{
    int before = atomic_load_explicit(&sequence, memory_order_acquire);
    int a = LOAD(left), b = LOAD(right);
    atomic_thread_fence(memory_order_acquire);
    int after = LOAD(sequence);
    assert(before != after || before % 2 || a == b); // here
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
