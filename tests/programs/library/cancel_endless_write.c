// verdict: assertion
/* A thread that writes for ever ends when it is cancelled. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *writes(void *unused)
{
    for (;;)
        write(1, ".", 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, writes, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(0); // here
}
