// verdict: deadlock
/* Fewer threads come than the barrier waits for. */
#include <pthread.h>

pthread_barrier_t barrier;

static void *worker(void *argument)
{
    pthread_barrier_wait(&barrier);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_wait(&barrier);  // here
    pthread_join(thread, 0);
}
