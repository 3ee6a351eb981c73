// reach
// A ticket lock for threads without end. Unsafe: two threads may draw the same ticket.
#include <assert.h>
#include <pthread.h>

unsigned next, serving, inside;

void *worker(void *unused)
{
    unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST); // safe
    unsigned mine = next; // unsafe
    next = mine + 1; // unsafe
    while (serving != mine)
        ;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    serving++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
