// verdict: atomicity
/* Atomic operations interfere as others do. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

_Atomic int x;

void *first(void *unused) {
    __smtcb_atomic_expected_begin();
    x++;
    x++;
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    x++;  // here
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
