// verdict: lock-misuse
/* Main destroys a mutex while a worker may still hold it. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);  // here
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_destroy(&mutex);  // here
    pthread_join(thread, 0);
}
