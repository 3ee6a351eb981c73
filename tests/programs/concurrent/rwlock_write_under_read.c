// verdict: assertion
/* Two threads write while they hold the lock for reading only. */
#include <assert.h>
#include <pthread.h>

int x;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *unused) {
    pthread_rwlock_rdlock(&lock);
    x++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);  // here
    return 0;
}
