// verdict: safe  bounds: create_may_fail=1
/* Who has no thread does the work alone. */
#include <assert.h>
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    if (pthread_create(&thread, 0, work, 0) == 0)
        pthread_join(thread, 0);
    else
        work(0);
    assert(done);
    return 0;
}
