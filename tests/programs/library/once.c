// verdict: safe
/* The routine runs once, before anybody returns from pthread_once. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;

static void initialise(void)
{
    runs++;
}

static void *worker(void *argument)
{
    pthread_once(&once, initialise);
    assert(runs == 1);
    return argument;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    worker(0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
}
