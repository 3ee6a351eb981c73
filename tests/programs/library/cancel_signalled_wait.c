// verdict: assertion
/* A waiter that is signalled and cancelled before it returns may do either (POSIX leaves it open; glibc does both). */
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
    waiting = 1;
    pthread_cleanup_push(give_back, NULL);
    pthread_cond_wait(&condition, &mutex);
    passed = 1;
    pthread_cleanup_pop(1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    pthread_mutex_lock(&mutex);
    if (!waiting)
        return 0;
    pthread_cond_signal(&condition);
    pthread_cancel(thread);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(passed);  // here
    assert(!passed); // here
    return 0;
}
