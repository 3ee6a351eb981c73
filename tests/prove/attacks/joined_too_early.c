// reach
// Unsafe: main does not wait for the second thread, which may not have added all by then.
#include <assert.h>
#include <pthread.h>

unsigned sum;

void *worker(void *unused)
{
    __atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread, other;
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(thread, 0);
    pthread_join(other, 0); // safe
    assert(sum == 2);
    return 0;
}
