// verdict: safe  bounds: leaks=1
// After _Exit nobody asks what has not been freed.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    (void)unused;
    _Exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int *mine = malloc(sizeof *mine);
    free(mine);
    pthread_join(thread, NULL);
    return 0;
}
