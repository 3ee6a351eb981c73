// verdict: assertion
/* Only one input and one order together make it fail. */
#include <assert.h>
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int x;

void *worker(void *unused) {
    x = x * 2;
    return 0;
}

int main(void) {
    pthread_t t;
    int input = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(input < 4);
    pthread_create(&t, 0, worker, 0);
    x = input;
    pthread_join(t, 0);
    assert(x != 6);  // here
    return 0;
}
