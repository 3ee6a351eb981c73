// verdict: safe
// except: cseq cut
// except: once cut
/* A loop around the wait is proof against spurious wake-ups. */
#include <assert.h>
#include <pthread.h>

extern int __smtcb_spurious_wakeups;

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int ready;

static void *producer(void *argument)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;

    __smtcb_spurious_wakeups = 1;
    pthread_create(&thread, 0, producer, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    assert(ready);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
