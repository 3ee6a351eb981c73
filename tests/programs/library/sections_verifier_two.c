// verdict: assertion
/* Two atomic sections are not one, also under the names of another verifier. */
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int condition);
extern void __VERIFIER_assert(int condition);
extern int __VERIFIER_nondet_int(void);

int x;

static void *worker(void *argument)
{
    __VERIFIER_atomic_begin();
    x = x + 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = x * 2;
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t one, other;
    int step = __VERIFIER_nondet_int();

    __VERIFIER_assume(step == 1);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    __VERIFIER_assert(x == 6 * step); // here
}
