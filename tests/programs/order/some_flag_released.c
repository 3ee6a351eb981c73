// verdict: safe  bounds: order=1
/* Who finds the flag set finds it released, whichever it was. */
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);
int data;
atomic_int ready[2];

static void *gives(void *unused)
{
    data = 42;
    atomic_store_explicit(&ready[__VERIFIER_nondet_bool()], 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&ready[0], memory_order_acquire))
        data = 1;
    return 0;
}
