// verdict: assertion
/* What another file defines, which is not there, may begin with any value. */
#include <assert.h>
#include <pthread.h>

extern const int limit;
static int seen;

static void *worker(void *unused)
{
    if (limit == 3)
        seen = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(!seen); // here
    return 0;
}
