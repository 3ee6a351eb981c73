// verdict: data-race
// An input after the write decides whether the step comes to its end: the write is possible in any case.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);

int y;
int never;

static void *writer(void *arg) {
    y = 2; // here
    _Bool goes_on = __VERIFIER_nondet_bool();
    __VERIFIER_assume(goes_on && never);
    y = 3;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    return y; // here
}
