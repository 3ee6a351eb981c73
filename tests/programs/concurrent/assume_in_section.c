// verdict: assertion
/* Main may read x between the change and an atomic section in which nothing but an assumption happens. */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x;

static void *worker(void *unused)
{
    int never = 0;
    x = 1;
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(never);
    __VERIFIER_atomic_end();
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
