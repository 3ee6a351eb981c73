// verdict: deadlock
/* A recursive mutex that is unlocked once too few keeps others out. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);  // here
}
