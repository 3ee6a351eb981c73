// verdict: safe  bounds: sampled=1
/* Who was told that the deadline has passed sees it behind. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec deadline = {0, 0}, now;

    deadline.tv_sec = time(NULL) + 1;
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&condition, &mutex, &deadline) == ETIMEDOUT) {
        clock_gettime(CLOCK_REALTIME, &now);
        assert(now.tv_sec >= deadline.tv_sec);
    }
    pthread_mutex_unlock(&mutex);
    return 0;
}
