// verdict: deadlock
// except: cseq slow
/* One signal wakes one of two waiters, not both. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int waiting, woken;

static void *waiter(void *argument)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cond_wait(&condition, &mutex);  // here
    woken++;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t threads[2];
    int both = 0;

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, waiter, (void *)(long)i);
    while (!both) {
        pthread_mutex_lock(&mutex);
        both = waiting == 2;
        if (both)
            pthread_cond_signal(&condition);
        pthread_mutex_unlock(&mutex);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);  // here
}
