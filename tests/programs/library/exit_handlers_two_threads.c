// verdict: safe  bounds: races=1
/* Adding a handler while the process ends is no race. */
#include <pthread.h>
#include <stdlib.h>

static void handler(void)
{
}

static void *worker(void *argument)
{
    atexit(handler);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
