// verdict: data-race  bounds: order=1
/* Which element is written is an input: for one of its values there is a race. */
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);
int cells[2];
atomic_int ready;

static void *gives(void *unused)
{
    cells[__VERIFIER_nondet_bool()] = 42;  // here
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        cells[1] = 1;  // here
    return 0;
}
