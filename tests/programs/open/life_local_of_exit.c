// verdict: assertion, dead-local
/* Who calls pthread_exit takes its locals along: until then, another thread may still look at them. */
#include <assert.h>
#include <pthread.h>

static int *shown;
static int ready;

static void *worker(void *unused)
{
    int mine = 1;

    (void)unused;
    shown = &mine;
    ready = 1;
    pthread_exit(NULL);
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    if (ready) {
        int seen = *shown; // here
        assert(seen != 1); // here
    }
    pthread_join(thread, NULL);
    return 0;
}
