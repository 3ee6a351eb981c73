// verdict: memory-leak
// The worker frees what it allocates. But main does not wait for it: the process may end in between.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    int *mine = malloc(sizeof *mine); // here
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
