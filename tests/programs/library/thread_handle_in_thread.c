// verdict: safe
/* The handle is written before the thread starts. */
#include <assert.h>
#include <pthread.h>

pthread_t handle;

static void *worker(void *argument)
{
    assert(pthread_equal(handle, pthread_self()));
    return argument;
}

int main(void)
{
    pthread_create(&handle, 0, worker, 0);
    pthread_join(handle, 0);
}
