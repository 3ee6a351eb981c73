// proved: reach,memory,locks,deadlock
/* The largest value that was seen never shrinks. */
#include <assert.h>
#include <pthread.h>

int largest;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    int value = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    int before = largest;
    if (value > largest)
        largest = value;
    assert(largest >= before);
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
