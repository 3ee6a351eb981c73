// litmus: sc=assertion tso=assertion pso=assertion rc11=race
/* A store reaches memory although its thread goes no further. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static int x, y;

static void *first(void *unused)
{
    x = 1;
    __VERIFIER_assume(y == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, first, 0);
    assert(x == 0); // here
    return 0;
}
