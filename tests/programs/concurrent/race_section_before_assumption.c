// verdict: data-race
// The atomic section is complete before the assumption, though both are one step; and nothing undoes an atomic store.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int y;
_Atomic int z;
int never;

static void *section(void *arg) {
    __VERIFIER_atomic_begin();
    y = 2; // here
    __VERIFIER_atomic_end();
    __VERIFIER_assume(never);
    return 0;
}

static void *atomically(void *arg) {
    z = 2; // here
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(never);
    __VERIFIER_atomic_end();
    return 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, section, 0);
    pthread_create(&second, 0, atomically, 0);
    int v = y; // here
    return v + *(int *)&z; // here
}
