// verdict: safe  bounds: races=1
// No execution comes to the reads that follow the assumption; and an atomic section that cannot complete does not happen.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int x, y;
int never;

static void *after(void *arg) {
    __VERIFIER_assume(never);
    int v = x;
    return 0;
}

static void *inside(void *arg) {
    __VERIFIER_atomic_begin();
    int v = y;
    __VERIFIER_assume(never);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, after, 0);
    pthread_create(&second, 0, inside, 0);
    x = 1;
    y = 1;
    return 0;
}
