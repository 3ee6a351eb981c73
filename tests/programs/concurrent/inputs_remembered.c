// verdict: assertion
// On all four ways memory is the same in the end; what the inputs were is known only from the branches that were taken.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

_Bool first, second;
int x;

void *writes(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    first = __VERIFIER_nondet_bool();
    second = __VERIFIER_nondet_bool();
    pthread_create(&thread, 0, writes, 0);
    if (first)
        x = 2;
    else
        x = 2;
    if (second)
        x = 3;
    else
        x = 3;
    pthread_join(thread, 0);
    if (first && second)
        assert(0); // here
    if (first && !second)
        assert(0); // here
    if (!first && second)
        assert(0); // here
    if (!first && !second)
        assert(0); // here
    return 0;
}
