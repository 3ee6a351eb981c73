// verdict: safe
// Inputs that are kept twice are the same on all ways, though memory is the same on all of them, too.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

_Bool first, second, kept, also_kept;
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
    kept = first;
    also_kept = second;
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
    assert(first == kept && second == also_kept);
    return 0;
}
