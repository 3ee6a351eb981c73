// verdict: assertion
/* Main may read x before an assumption that the caller's change does not survive: it is in a function of its own. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);

int x;

static void require(int condition)
{
    __VERIFIER_assume(condition);
}

static void *worker(void *unused)
{
    x = 1;
    require(0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    assert(x == 0);  // here
    pthread_join(thread, NULL);
    return 0;
}
