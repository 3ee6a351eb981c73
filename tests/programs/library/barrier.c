// verdict: safe
/* Nobody passes before all have arrived, one of them is the serial thread, and the barrier can be used again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_barrier_t barrier;
int arrived[2], serial[2];

static void *worker(void *argument)
{
    int self = argument != 0;

    for (int round = 1; round <= 2; round++) {
        __atomic_store_n(&arrived[self], round, __ATOMIC_SEQ_CST);
        int result = pthread_barrier_wait(&barrier);
        assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
        if (result == PTHREAD_BARRIER_SERIAL_THREAD)
            serial[round - 1]++;
        assert(__atomic_load_n(&arrived[!self], __ATOMIC_SEQ_CST) >= round);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;

    assert(pthread_barrier_init(&barrier, 0, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, 0, 2) == 0);
    pthread_create(&thread, 0, worker, 0);
    worker(&barrier);
    pthread_join(thread, 0);
    assert(serial[0] == 1 && serial[1] == 1);
    assert(pthread_barrier_destroy(&barrier) == 0);
}
