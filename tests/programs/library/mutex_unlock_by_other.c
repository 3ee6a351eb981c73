// verdict: lock-misuse
/* A mutex is unlocked by a thread that does not hold it, while another one does. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
    pthread_mutex_unlock(&mutex);  // here
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
}
