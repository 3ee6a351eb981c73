// proved: reach
/* A spin lock of the library. */
#include <assert.h>
#include <pthread.h>

int inside;
pthread_spinlock_t spin;

void *worker(void *unused)
{
    pthread_spin_lock(&spin);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_spin_unlock(&spin);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_spin_init(&spin, 0);
    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
