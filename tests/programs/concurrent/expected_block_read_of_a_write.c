// verdict: atomicity
/* The other thread sees a value that the block overwrites later. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x;

void *first(void *unused) {
    __smtcb_atomic_expected_begin();
    x = 1;
    x = 2;
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    int seen = x;  // here
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
