// verdict: data-race
// Whoever waits by an assumption reads the flag while it is written, though the assumption does not hold then.
#include <pthread.h>

extern void __VERIFIER_assume(int);

int flag, x;

static void *waiter(void *arg) {
    __VERIFIER_assume(flag); // here
    x = 2;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waiter, 0);
    x = 1;
    flag = 1; // here
    return 0;
}
