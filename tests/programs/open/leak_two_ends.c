// verdict: memory-leak
// The process ends by _Exit, or by the return from main: at the latter somebody asks.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *unused)
{
    if (malloc(4) == NULL) // here
        return unused;
    _Exit(0);
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
