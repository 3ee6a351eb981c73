// verdict: safe
// except: cseq slow
/* A thread cancelled in a wait holds the mutex again, and its handler gives it back. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void unlock(void *locked)
{
    pthread_mutex_unlock(locked);
}

static void *worker(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    for (;;)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
    return argument;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, worker, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}
