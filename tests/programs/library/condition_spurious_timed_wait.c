// verdict: assertion
/* A wait with a deadline may wake up spuriously, too: it says then that the deadline has not passed. */
#include <assert.h>
#include <pthread.h>
#include <time.h>

extern int __smtcb_spurious_wakeups;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec deadline = {1, 0};

    __smtcb_spurious_wakeups = 1;
    pthread_mutex_lock(&mutex);
    assert(pthread_cond_timedwait(&condition, &mutex, &deadline) != 0); // here
    pthread_mutex_unlock(&mutex);
    return 0;
}
