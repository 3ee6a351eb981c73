// proved: reach,memory,locks
/* Compare-and-swap increments by one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint value;

void *worker(void *unused)
{
    for (;;) {
        unsigned seen = atomic_load(&value);
        if (seen < 100 && atomic_compare_exchange_strong(&value, &seen, seen + 1))
            assert(seen < 100);
        assert(atomic_load(&value) <= 100);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
