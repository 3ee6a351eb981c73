// verdict: assertion  bounds: sampled=1
// except: cseq slow
/* Two threads that sleep at once do not sleep one after the other. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *sleeps(void *argument)
{
    sleep(2);
    return argument;
}

int main(void)
{
    pthread_t thread;
    time_t before = time(NULL);

    pthread_create(&thread, NULL, sleeps, NULL);
    sleep(2);
    pthread_join(thread, NULL);
    assert(time(NULL) - before >= 4);  // here
    return 0;
}
