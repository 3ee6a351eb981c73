// verdict: atomicity
/* Two threads in the same block, each disturbing the other through a pointer. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int numbers[2];

void *worker(void *argument) {
    int *p = argument;
    __smtcb_atomic_expected_begin();
    *p = *p + 1;  // here
    __smtcb_atomic_expected_end();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, &numbers[1]);
    pthread_create(&b, 0, worker, &numbers[1]);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
