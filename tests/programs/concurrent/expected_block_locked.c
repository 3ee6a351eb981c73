// verdict: safe  bounds: atomicity=1
/* A lock keeps others out of the block, and is no interference itself. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    __smtcb_atomic_expected_begin();
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    pthread_mutex_lock(&lock);
    x = 5;
    pthread_mutex_unlock(&lock);
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
