// verdict: safe
/* The writer excludes the readers. */
#include <assert.h>
#include <pthread.h>

int x, y;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *writer(void *unused) {
    pthread_rwlock_wrlock(&lock);
    x++;
    y++;
    pthread_rwlock_unlock(&lock);
    return 0;
}

void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    assert(x == y);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_create(&c, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    return 0;
}
