// verdict: safe  bounds: sampled=1
/* Atomic sections, assumptions and assertions under the names of another verifier. */
#include <pthread.h>

extern void __ESBMC_atomic_begin(void);
extern void __ESBMC_atomic_end(void);
extern void __ESBMC_assume(_Bool condition);
extern void __ESBMC_assert(int condition, const char *message);
extern int __VERIFIER_nondet_int(void);

int x;

static void *worker(void *argument)
{
    __ESBMC_atomic_begin();
    x = x + 1;
    __ESBMC_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t one, other;
    int step = __VERIFIER_nondet_int();

    __ESBMC_assume(step == 1);
    pthread_create(&one, 0, worker, 0);
    pthread_create(&other, 0, worker, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    __ESBMC_assert(x == 2 * step, "message");
}
