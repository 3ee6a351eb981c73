// verdict: safe  bounds: lost=1
// The process may end while the worker has its memory, but the worker's variable still leads to it.
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
    pthread_detach(thread);
    return 0;
}
