// verdict: atomicity
/* The end of an inner block is not the end. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x;

void *first(void *unused) {
    int seen;
    __smtcb_atomic_expected_begin();
    __smtcb_atomic_expected_begin();
    seen = x;
    __smtcb_atomic_expected_end();
    x = seen + 1;
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    x = 5;  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
