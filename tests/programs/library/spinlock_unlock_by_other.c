// verdict: lock-misuse
/* A spin lock is unlocked by a thread that does not hold it. */
#include <pthread.h>

pthread_spinlock_t lock;

static void *worker(void *argument)
{
    pthread_spin_unlock(&lock); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
}
