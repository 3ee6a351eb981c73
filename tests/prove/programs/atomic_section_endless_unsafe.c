// unsafe: reach
/* The lock word is not taken in one step. */
#include <assert.h>
#include <pthread.h>

int lock, x;
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);

void *worker(void *unused)
{
    for (;;) {
        __VERIFIER_assume(lock == 0);
        lock = 1;
        x = 0;
        assert(x == 0); // here
        x = 1;
        lock = 0;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
