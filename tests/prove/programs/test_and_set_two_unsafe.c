// unsafe: reach
/* Test and set are two operations. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int inside;

void *worker(void *unused)
{
    while (atomic_load(&taken))
        ;
    atomic_store(&taken, 1);
    inside++;
    assert(inside == 1); // here
    inside--;
    atomic_store(&taken, 0);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
