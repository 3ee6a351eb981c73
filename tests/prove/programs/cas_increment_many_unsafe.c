// unsafe: reach
/* The check is old when the number changes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint value;

void *worker(void *unused)
{
    unsigned seen = atomic_load(&value);
    if (seen < 2)
        atomic_fetch_add(&value, 1);
    assert(atomic_load(&value) <= 2); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
