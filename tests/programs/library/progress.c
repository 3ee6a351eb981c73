// verdict: assertion
/* Marks for --property livelock mean nothing else. */
#include <assert.h>
#include <pthread.h>

void smtcb_progress(void);

int done;

static void *works(void *unused)
{
    (void)unused;
    smtcb_progress();
    done = 1;
    smtcb_progress();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, works, 0);
    smtcb_progress();
    assert(!done);  // here
    pthread_join(thread, 0);
    return 0;
}
