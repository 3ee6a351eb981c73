// verdict: assertion
// except: cseq large
/* A timer that is created and deleted, and nothing else about signals: threads are threads. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static int counter;

static void *count(void *unused)
{
    counter++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    timer_t timer;

    timer_create(CLOCK_REALTIME, NULL, &timer);
    pthread_create(&thread, NULL, count, NULL);
    timer_delete(timer);
    assert(counter == 0); // here
    pthread_join(thread, NULL);
    return 0;
}
