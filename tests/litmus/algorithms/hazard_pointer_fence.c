// litmus: sc=safe tso=safe pso=safe rc11=race
/* A hazard pointer with its fence. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define STORE(place, value) atomic_store_explicit(&(place), value, memory_order_relaxed)
#define LOAD(place) atomic_load_explicit(&(place), memory_order_relaxed)

static int freed;
static atomic_int hazard, available = 1;

static void *first(void *unused) /* the reader */
{
    STORE(hazard, 1);
    atomic_thread_fence(memory_order_seq_cst);
    if (LOAD(available))
        assert(!freed); // here
    STORE(hazard, 0);
    return unused;
}

static void *second(void *unused) /* the owner */
{
    atomic_exchange(&available, 0);
    if (!LOAD(hazard))
        freed = 1;
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
