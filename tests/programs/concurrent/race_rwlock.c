// verdict: safe  bounds: races=1
/* A writer and a reader with a readers-writer lock. */
#include <pthread.h>

int x, y;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *first(void *unused) {
    pthread_rwlock_wrlock(&lock);
    x = 1;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *second(void *unused) {
    pthread_rwlock_rdlock(&lock);
    y = x;
    pthread_rwlock_unlock(&lock);
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
