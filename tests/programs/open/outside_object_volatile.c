// verdict: assertion
/* A register of some device is something else each time that it is read, whatever was written to it. */
#include <assert.h>
#include <pthread.h>

extern volatile _Bool ready;

static void *worker(void *unused)
{
    ready = 0;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(!ready); // here
    return 0;
}
