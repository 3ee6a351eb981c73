// proved: reach,memory,locks
/* A lock made of compare-and-swap. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int data, copy;

void *worker(void *unused)
{
    for (;;) {
        int expected = 0;
        while (!atomic_compare_exchange_strong(&taken, &expected, 1))
            expected = 0;
        data++;
        copy = data;
        assert(copy == data);
        atomic_store(&taken, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
