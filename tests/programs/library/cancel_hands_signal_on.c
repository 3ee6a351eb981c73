// verdict: safe
/* A waiter that is cancelled takes no signal away from another one. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int waiting, passed;

void give_back(void *unused)
{
    pthread_mutex_unlock(&mutex);
}

void *worker(void *unused)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    pthread_cleanup_push(give_back, NULL);
    pthread_cond_wait(&condition, &mutex);
    passed++;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t one, other;

    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&other, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    if (waiting < 2)
        return 0;
    pthread_cond_signal(&condition);
    pthread_cancel(one);
    pthread_mutex_unlock(&mutex);
    pthread_join(one, NULL);
    pthread_mutex_lock(&mutex);
    if (passed == 0) {
        pthread_mutex_unlock(&mutex);
        pthread_join(other, NULL); /* is awake, or will be */
        assert(passed == 1);
    }
    return 0;
}
