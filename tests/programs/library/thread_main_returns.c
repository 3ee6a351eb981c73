// verdict: safe
/* When main returns the process ends, also for a thread that is blocked. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, worker, 0);
    return 0;
}
