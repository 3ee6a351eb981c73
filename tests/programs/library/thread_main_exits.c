// verdict: assertion
/* The other threads go on after main has called pthread_exit. */
#include <assert.h>
#include <pthread.h>

int main_is_gone;

static void *worker(void *argument)
{
    assert(!main_is_gone);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    main_is_gone = 1;
    pthread_exit(0);
}
