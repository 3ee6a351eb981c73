// verdict: assertion
/* A thread may look for the handle of another one before that is created. */
#include <assert.h>
#include <pthread.h>

pthread_t handle;

static void *reader(void *argument)
{
    assert(handle != 0); // here
    return argument;
}

static void *nothing(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, reader, 0);
    pthread_create(&handle, 0, nothing, 0);
    pthread_join(thread, 0);
}
