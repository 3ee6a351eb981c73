// unsafe: reach
/* A smaller value may replace a larger one. */
#include <assert.h>
#include <pthread.h>

int largest;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    int value = __VERIFIER_nondet_int();
    int before = largest;
    if (value > before)
        largest = value;
    assert(largest >= before); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
