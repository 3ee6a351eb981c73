// verdict: deadlock
/* Opposite order on spin locks, while main waits for neither. */
#include <pthread.h>

pthread_spinlock_t a, b;

void *worker(void *swapped) {
    pthread_spin_lock(swapped ? &b : &a);
    pthread_spin_lock(swapped ? &a : &b);  // here
    pthread_spin_unlock(swapped ? &a : &b);
    pthread_spin_unlock(swapped ? &b : &a);
    return 0;
}

int main(void) {
    pthread_t t, u;
    pthread_spin_init(&a, 0);
    pthread_spin_init(&b, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, (void *)&a);
    return 0;
}
