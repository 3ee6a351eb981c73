// verdict: safe  bounds: leaks=1
// Whoever exits, the handler frees the table first.
#include <pthread.h>
#include <stdlib.h>

static int *table;

static void drop(void)
{
    free(table);
}

static void *worker(void *unused)
{
    (void)unused;
    exit(1);
}

int main(void)
{
    pthread_t thread;
    table = malloc(sizeof *table);
    atexit(drop);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
