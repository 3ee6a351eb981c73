// reach
// Unsafe: tickets wrap around after 256 threads, and there may be more.
#include <assert.h>
#include <pthread.h>

unsigned next, serving; // safe
unsigned char next, serving; // unsafe
unsigned inside;

void *worker(void *unused)
{
    unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
    while (__atomic_load_n(&serving, __ATOMIC_SEQ_CST) != mine)
        ;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    __atomic_fetch_add(&serving, 1, __ATOMIC_SEQ_CST);
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
