// verdict: safe
/* pthread_exit ends a thread from within a function, and main without ending the process. */
#include <assert.h>
#include <pthread.h>

int done;

static void leave(void *value)
{
    pthread_exit(value);
}

static void *worker(void *argument)
{
    leave(argument);
    assert(0);
    return 0;
}

static void *watcher(void *argument)
{
    void *result;
    pthread_join(*(pthread_t *)argument, &result);
    assert(result == &done);
    return 0;
}

pthread_t threads[2];

int main(void)
{
    pthread_create(&threads[0], 0, worker, &done);
    pthread_create(&threads[1], 0, watcher, &threads[0]);
    pthread_exit(0);
    assert(0);
}
