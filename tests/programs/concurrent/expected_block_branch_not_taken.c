// verdict: safe  bounds: atomicity=1
/* The block ends with its write to x, since the branch behind it is never taken. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_assume(int condition);

_Bool choice;
int x, y;

void *first(void *unused) {
    __smtcb_atomic_expected_begin();
    x = 1;
    if (choice)
        y = 2;
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    x = 5;
    int seen = y;
    return 0;
}

int main(void) {
    pthread_t a, b;
    choice = __VERIFIER_nondet_bool();
    __VERIFIER_assume(!choice);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
