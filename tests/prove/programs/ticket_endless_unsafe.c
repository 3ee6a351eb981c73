// unsafe: reach
/* Tickets are drawn, and served one by one. But not here. */
#include <assert.h>
#include <pthread.h>

unsigned next, serving;
int inside;

void *worker(void *unused)
{
    for (;;) {
        unsigned mine = next;
        next = mine + 1;
        while (serving != mine)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        serving++;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
