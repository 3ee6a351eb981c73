// verdict: assertion
/* The section concerns nobody else, but it always fails. What came before it can be seen all the same. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x;

void *worker(void *given)
{
    x = 1;
    __VERIFIER_atomic_begin();
    assert(given != NULL); // here
    __VERIFIER_atomic_end();
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, worker, NULL);
    assert(x == 0); // here
    return 0;
}
