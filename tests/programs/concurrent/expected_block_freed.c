// verdict: atomicity, use-after-free
/* Freeing what a block has touched interferes with it. */
#include <stdlib.h>
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int *p;

void *first(void *unused) {
    __smtcb_atomic_expected_begin();
    *p = 1;  // here
    *p = 2;  // here
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    free(p);  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    p = malloc(sizeof *p);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
