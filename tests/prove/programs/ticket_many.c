// proved: reach
/* Tickets are drawn, and served one by one. */
#include <assert.h>
#include <pthread.h>

unsigned next, serving;
int inside;

void *worker(void *unused)
{
    unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
    while (serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    serving++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
