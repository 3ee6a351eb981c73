// verdict: data-race
// The read is possible, and races, though no execution gets past the assumption that is in the same step.
#include <pthread.h>

extern void __VERIFIER_assume(int);

int y;
int never; // nobody writes it: to read it is no step of its own

static void *reader(void *arg) {
    int v = y; // here
    __VERIFIER_assume(never);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    y = 1; // here
    return 0;
}
