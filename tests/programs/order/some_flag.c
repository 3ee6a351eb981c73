// verdict: data-race  bounds: order=1
/* Which flag is released is an input; the other one is set without an order. */
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);
int data;
atomic_int ready[2];

static void *gives(void *unused)
{
    data = 42;  // here
    atomic_store_explicit(&ready[__VERIFIER_nondet_bool()], 1, memory_order_release);
    atomic_store_explicit(&ready[0], 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready[0], memory_order_acquire))
        data = 1;  // here
    return 0;
}
