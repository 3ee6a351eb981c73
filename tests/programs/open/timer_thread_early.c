// verdict: assertion  bounds: symbolic=1
// except: cseq slow
/* The thread of a timer may have called the function before main looks. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int calls;

static void on_time(union sigval value)
{
    pthread_mutex_lock(&lock);
    *(int *)value.sival_ptr += 1;
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_time};
    struct itimerspec once = {.it_value = {0, 1000}}, left;
    timer_t timer, other;

    event.sigev_value.sival_ptr = &calls;
    assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0 && timer_create(CLOCK_REALTIME, &event, &other) == 0);
    assert(timer_settime(timer, 0, &once, NULL) == 0);
    assert(timer_gettime(timer, &left) == 0 && timer_gettime(other, &left) == 0 && left.it_value.tv_nsec == 0);
    assert(timer_getoverrun(timer) >= 0);
    pthread_mutex_lock(&lock);
    assert(calls == 0); // here
    pthread_mutex_unlock(&lock);
    assert(timer_delete(timer) == 0);
    return 0;
}
