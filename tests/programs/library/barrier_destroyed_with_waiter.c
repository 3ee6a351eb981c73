// verdict: lock-misuse
/* A barrier is destroyed while a thread waits at it. */
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

    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    pthread_barrier_destroy(&barrier);  // here
    return 0;
}
