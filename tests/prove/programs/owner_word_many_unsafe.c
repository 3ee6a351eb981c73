// unsafe: reach
/* There is no lock at all. */
#include <assert.h>
#include <pthread.h>

unsigned long owner;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned long __VERIFIER_nondet_ulong(void);

void *worker(void *unused)
{
    unsigned long me = __VERIFIER_nondet_ulong();
    owner = me;
    assert(owner == me); // here
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
