// verdict: data-race  bounds: order=1
/* Releasing one atomic object does not publish for who acquires the one next to it. */
#include <pthread.h>
#include <stdatomic.h>

int data;
struct {
    atomic_int ready, next;
} flags;

static void *gives(void *unused)
{
    data = 42;  // here
    atomic_store_explicit(&flags.ready, 1, memory_order_release);
    atomic_store_explicit(&flags.next, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_create(&threads[0], 0, gives, 0);
    if (atomic_load_explicit(&flags.next, memory_order_acquire))
        data = 1;  // here
    return 0;
}
