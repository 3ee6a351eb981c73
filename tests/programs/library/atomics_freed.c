// verdict: use-after-free
/* An atomic operation does not keep memory alive. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int *counter;

static void *worker(void *argument)
{
    atomic_fetch_add(counter, 1); // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    counter = calloc(1, sizeof *counter);
    pthread_create(&thread, NULL, worker, NULL);
    free(counter);
    pthread_join(thread, NULL);
}
