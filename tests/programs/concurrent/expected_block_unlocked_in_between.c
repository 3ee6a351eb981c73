// verdict: atomicity
/* Each half is locked; the whole is not. */
#include <pthread.h>

void __smtcb_atomic_expected_begin(void);
void __smtcb_atomic_expected_end(void);

int x;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *first(void *unused) {
    int seen;
    __smtcb_atomic_expected_begin();
    pthread_mutex_lock(&lock);
    seen = x;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    x = seen + 1;
    pthread_mutex_unlock(&lock);
    __smtcb_atomic_expected_end();
    return 0;
}

void *second(void *unused) {
    pthread_mutex_lock(&lock);
    x = 5;  // here
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
