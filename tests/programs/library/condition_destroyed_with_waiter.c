// verdict: lock-misuse
/* A condition variable is destroyed while a thread waits for it. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waiter(void *argument)
{
    struct timespec deadline = {0, 0};

    pthread_mutex_lock(&mutex);
    pthread_cond_timedwait(&condition, &mutex, &deadline);  // here
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, waiter, 0);
    pthread_cond_destroy(&condition);  // here
    return 0;
}
