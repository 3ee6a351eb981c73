// proved: reach,memory,locks,deadlock
/* A word says who is inside. */
#include <assert.h>
#include <pthread.h>

unsigned long owner;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned long __VERIFIER_nondet_ulong(void);

void *worker(void *unused)
{
    unsigned long me = __VERIFIER_nondet_ulong();
    pthread_mutex_lock(&m);
    owner = me;
    assert(owner == me);
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
