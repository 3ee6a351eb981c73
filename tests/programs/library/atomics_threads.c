// verdict: safe
// except: cseq cut
/* Atomic operations are single steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter, winners;
atomic_flag lock = ATOMIC_FLAG_INIT;
int guarded;

static void *worker(void *argument)
{
    int expected = 0;

    counter++;
    atomic_fetch_add(&counter, 1);
    if (atomic_compare_exchange_strong(&winners, &expected, 1))
        atomic_fetch_add(&counter, 10);
    while (atomic_flag_test_and_set(&lock))
        ;
    guarded++;
    atomic_flag_clear(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    assert(counter == 14 && guarded == 2);
}
