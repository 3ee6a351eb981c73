// verdict: safe  bounds: races=1
// The flag is atomic on both sides, and what it guards is written by one thread after the other.
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_assume(int);

_Atomic int flag;
int x;

static void *waiter(void *arg) {
    __VERIFIER_assume(flag);
    x = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    x = 1;
    flag = 1;
    return 0;
}
