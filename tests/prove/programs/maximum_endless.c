// proved: reach,memory,locks,deadlock
/* The largest value that was seen never shrinks. */
#include <assert.h>
#include <pthread.h>

int largest;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    for (;;) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&m);
        int before = largest;
        if (value > largest)
            largest = value;
        assert(largest >= before);
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
