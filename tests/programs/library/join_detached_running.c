// verdict: assertion, lock-misuse
/* A thread that was detached is not waited for: joining it is refused while it runs, and undefined after its end. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *ends(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    int error;

    pthread_create(&thread, NULL, ends, NULL);
    pthread_detach(thread);
    error = pthread_join(thread, NULL); // here
    assert(error != EINVAL); // here
    return 0;
}
