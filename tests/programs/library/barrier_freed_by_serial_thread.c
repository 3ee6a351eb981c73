// verdict: safe
/* The serial thread may destroy and free the barrier at once. */
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t *barrier;

static void *worker(void *argument)
{
    if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(barrier);
        free(barrier);
    }
    return argument;
}

int main(void)
{
    pthread_t thread;

    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 2);
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
}
