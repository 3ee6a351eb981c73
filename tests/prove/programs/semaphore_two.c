// proved: reach
/* A semaphore that is one or nought. */
#include <assert.h>
#include <pthread.h>

int tokens = 1, inside;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(tokens > 0);
    tokens--;
    __VERIFIER_atomic_end();
    inside = 1;
    assert(inside == 1);
    inside = 0;
    __VERIFIER_atomic_begin();
    tokens++;
    __VERIFIER_atomic_end();
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
