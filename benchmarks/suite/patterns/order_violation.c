/*
 * A thread uses what its creator has not set up yet. FIXED sets it up first. HANDLE: the new thread uses its own
 * handle, which pthread_create may store only after the thread has begun to run.
 */
#include <assert.h>
#include <pthread.h>

static int *configuration;
static int values[2] = {1, 2};
static pthread_t self;
static volatile int known;

static void *worker(void *unused) {
#ifdef HANDLE
    assert(known);
#else
    assert(configuration[1] == 2);
#endif
    return NULL;
}

int main(void) {
#ifdef FIXED
    configuration = values;
    known = 1;
#endif
    pthread_create(&self, NULL, worker, NULL);
    configuration = values;
    known = 1;
    pthread_join(self, NULL);
    return 0;
}
