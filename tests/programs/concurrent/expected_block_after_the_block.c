// verdict: safe  bounds: atomicity=1
/* The other thread writes once the block has ended. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x;
_Bool done;

void *first(void *unused) {
    __smtcb_atomic_expected_begin();
    x++;
    __smtcb_atomic_expected_end();
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    return 0;
}

void *second(void *unused) {
    if (__atomic_load_n(&done, __ATOMIC_SEQ_CST))
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
