// verdict: lock-misuse
/* Two threads wait for one condition variable with different mutexes. */
#include <pthread.h>

pthread_mutex_t mutexes[2];
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waiter(void *mutex)
{
    struct timespec deadline = {0, 0};

    pthread_mutex_lock(mutex);
    pthread_cond_timedwait(&condition, mutex, &deadline);  // here
    pthread_mutex_unlock(mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, waiter, &mutexes[0]);
    waiter(&mutexes[1]);
    pthread_join(thread, 0);
}
