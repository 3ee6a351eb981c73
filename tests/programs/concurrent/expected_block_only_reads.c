// verdict: safe  bounds: atomicity=1
/* Both read: nobody can tell the order. (Who writes does it before.) */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x, y;

void *first(void *unused) {
    int sum;
    __smtcb_atomic_expected_begin();
    sum = x;
    sum = sum + x;
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    y = x;
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
