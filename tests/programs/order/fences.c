// verdict: safe  bounds: order=1
/* Fences around relaxed operations order: where there are any, relaxed operations are taken to. */
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int ready;

static void *gives(void *unused)
{
    data = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, gives, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        data = 1;
    }
    return 0;
}
