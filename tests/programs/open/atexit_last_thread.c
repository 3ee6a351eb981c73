// verdict: assertion
/* main ends before the others: the last thread's end is that of the process, and handlers run then. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int done;

static void handler(void)
{
    assert(done == 1); // here
}

static void *worker(void *unused)
{
    (void)unused;
    done = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;

    atexit(handler);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_exit(NULL);
}
