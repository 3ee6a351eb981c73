// verdict: safe  bounds: leaks=1
// The worker frees what it allocates, before main ends the process.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    int *mine = malloc(sizeof *mine);
    free(mine);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    return 0;
}
