// reach
// Unsafe: somebody who has no ticket lets the next one in.
#include <assert.h>
#include <pthread.h>

unsigned next, serving, inside;
extern int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    if (__VERIFIER_nondet_int())
        serving++; // unsafe
        return unused; // safe
    unsigned mine = __atomic_fetch_add(&next, 1, __ATOMIC_SEQ_CST);
    while (serving != mine)
        ;
    inside = 1;
    assert(inside == 1);
    inside = 0;
    serving++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
