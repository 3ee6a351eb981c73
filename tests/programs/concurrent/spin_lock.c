// verdict: safe
/* POSIX spin locks. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_spinlock_t lock;

void *worker(void *unused) {
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    pthread_spin_destroy(&lock);
    return 0;
}
