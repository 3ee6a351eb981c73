// verdict: safe  bounds: leaks=1
/* A handler that runs when the last thread ends frees what is left. */
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void release(void)
{
    free(block);
}

static void *worker(void *unused)
{
    (void)unused;
    *block = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;

    block = malloc(sizeof *block);
    atexit(release);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_exit(NULL);
}
