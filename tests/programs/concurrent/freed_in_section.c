// verdict: assertion, use-after-free
/* Memory is freed under a lock that who reads it does not take: until then, it may still be read. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *shared;
static int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    ready = 1;
    free(shared);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    shared = malloc(sizeof *shared);
    *shared = 1;
    pthread_create(&thread, NULL, worker, NULL);
    if (ready) {
        int seen = *shared; // here
        assert(seen != 1);  // here
    }
    pthread_join(thread, NULL);
    return 0;
}
