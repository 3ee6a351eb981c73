// proved: reach
/* A bounded buffer as a monitor. */
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
        while (count == 3)
            pthread_cond_wait(&changed, &m);
        count++;
    } else {
        while (count == 0)
            pthread_cond_wait(&changed, &m);
        count--;
    }
    assert(count >= 0 && count <= 3);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t one, two;

    pthread_create(&one, NULL, worker, NULL);
    pthread_create(&two, NULL, worker, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}
