// verdict: safe  bounds: atomicity=1
/* One access each: others may come in between. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x;

void *first(void *unused) {
    int seen;
    __smtcb_atomic_expected_begin();
    seen = x;
    __smtcb_atomic_expected_end();
    __smtcb_atomic_expected_begin();
    x = seen + 1;
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    x = 5;
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
