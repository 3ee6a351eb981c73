// verdict: safe
/* A function whose name begins with __VERIFIER_atomic_ is one step. */
#include <assert.h>
#include <pthread.h>

int x, y;

void __VERIFIER_atomic_move(int n) {
    x -= n;
    y += n;
}

int __VERIFIER_atomic_total(void) { return x + y; }

void *worker(void *unused) {
    __VERIFIER_atomic_move(3);
    return 0;
}

int main(void) {
    pthread_t a, b;
    x = 10;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    assert(__VERIFIER_atomic_total() == 10);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4 && y == 6);
    return 0;
}
