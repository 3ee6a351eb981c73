// verdict: deadlock
/* Opposite order on read-write locks: each reads under one and wants to write under the other. */
#include <pthread.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *swapped) {
    pthread_rwlock_rdlock(swapped ? &b : &a);
    pthread_rwlock_wrlock(swapped ? &a : &b);  // here
    pthread_rwlock_unlock(swapped ? &a : &b);
    pthread_rwlock_unlock(swapped ? &b : &a);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, &a);
    pthread_join(t, 0);  // here
    pthread_join(u, 0);
    return 0;
}
