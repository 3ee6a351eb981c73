// verdict: assertion
/* Two atomic sections are not one, also under the names of another verifier. */
#include <pthread.h>

extern void __CPROVER_atomic_begin(void);
extern void __CPROVER_atomic_end(void);
extern void __CPROVER_assume(int condition);
extern void __CPROVER_assert(int condition, const char *message);
extern int __VERIFIER_nondet_int(void);

int x;

static void *worker(void *argument)
{
    __CPROVER_atomic_begin();
    x = x + 1;
    __CPROVER_atomic_end();
    __CPROVER_atomic_begin();
    x = x * 2;
    __CPROVER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t one, other;
    int step = __VERIFIER_nondet_int();

    __CPROVER_assume(step == 1);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    __CPROVER_assert(x == 6 * step, "message"); // here
}
