// verdict: memory-leak
// A worker gives up and exits while main has memory of its own.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    (void)unused;
    exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    int *mine = malloc(sizeof *mine); // here
    free(mine);
    pthread_join(thread, NULL);
    return 0;
}
