// unsafe: reach
/* Who does not get the lock goes on. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int data, copy;

void *worker(void *unused)
{
    int expected = 0;
    if (!atomic_compare_exchange_strong(&taken, &expected, 1))
        expected = 0;
    data++;
    copy = data;
    assert(copy == data); // here
    atomic_store(&taken, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
