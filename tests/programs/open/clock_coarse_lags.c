// verdict: assertion
/* The deadline is behind, but `time` shows what the clock was at its last tick. (So it does on Linux.) */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec deadline = {0, 0};

    deadline.tv_sec = time(NULL) + 1;
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&condition, &mutex, &deadline) == ETIMEDOUT)
        assert(time(NULL) >= deadline.tv_sec);  // here
    pthread_mutex_unlock(&mutex);
    return 0;
}
