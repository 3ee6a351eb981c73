// reach
// The first thread that comes is chosen. Unsafe: after so many that the number wraps around, there is another first one.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
unsigned come, sum;

void *worker(void *unused)
{
    unsigned own = 0;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(come != -1); // safe
    come++;
    __VERIFIER_atomic_end();
    if (come == 1)
        for (;;) {
            sum++;
            own++;
            assert(sum == own);
        }
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
