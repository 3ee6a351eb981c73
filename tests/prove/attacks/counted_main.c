// reach
// Main counts itself, too. Unsafe: and it was counted before there were others.
#include <assert.h>
#include <pthread.h>

unsigned inside, most = 2;

void *worker(void *unused)
{
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    assert(inside <= most);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread;
    inside = 1; // unsafe
    pthread_create(&thread, 0, worker, 0);
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    for (;;)
        ;
}
