// unsafe: reach
/* A condition is not checked again after a wait. */
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_int()) {
        count++;
    } else {
        if (count == 0)
            pthread_cond_wait(&changed, &m);
        count--;
    }
    assert(count >= 0); // here
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
