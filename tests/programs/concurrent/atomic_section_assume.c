// verdict: safe
/* The classic lock of the benchmarks: an atomic section with an assumption. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int lock, x;

void __VERIFIER_atomic_acquire(void) {
    __VERIFIER_assume(lock == 0);
    lock = 1;
}

void *worker(void *unused) {
    __VERIFIER_atomic_acquire();
    x++;
    lock = 0;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
