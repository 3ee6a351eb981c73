// proved: reach,memory,locks
/* A lock made of an exchange. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int inside;

void *worker(void *unused)
{
    for (;;) {
        while (atomic_exchange(&taken, 1))
            ;
        inside++;
        assert(inside == 1);
        inside--;
        atomic_store(&taken, 0);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
