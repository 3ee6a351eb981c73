// verdict: safe
/* What stands between atomic_begin and atomic_end is one step. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;

void *worker(void *unused) {
    __VERIFIER_atomic_begin();
    x++;
    y++;
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    __VERIFIER_atomic_begin();
    assert(x == y);
    __VERIFIER_atomic_end();
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
