// verdict: safe
/* exit, _exit and abort end the process at once. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void *worker(void *argument)
{
    if (argument == (void *)1)
        exit(3);
    if (argument == (void *)2)
        _exit(4);
    abort();
    assert(0);
    return 0;
}

int main(void)
{
    pthread_t threads[3];

    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    pthread_join(threads[0], 0);
    assert(0);
}
