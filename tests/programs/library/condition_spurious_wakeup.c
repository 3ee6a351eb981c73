// verdict: assertion
/* With spurious wake-ups a wait may end without a signal. */
#include <assert.h>
#include <pthread.h>

extern int __smtcb_spurious_wakeups;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    __smtcb_spurious_wakeups = 1;
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    assert(0);  // here
}
