// verdict: safe
/* Sleeping and yielding are nothing. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

int x;

static void *worker(void *argument)
{
    struct timespec duration = {1, 0};

    for (int i = 0; i < 5; i++) {
        usleep(10);
        sleep(1);
        nanosleep(&duration, 0);
        sched_yield();
    }
    x = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    sleep(100);
    pthread_join(thread, 0);
    assert(x == 1);
}
