// verdict: safe
/* Copies under a lock are never torn. */
#include <assert.h>
#include <pthread.h>

struct pair {
    int a, b;
} shared, one = {1, 1};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *writer(void *unused) {
    pthread_mutex_lock(&m);
    shared = one;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    pthread_mutex_lock(&m);
    struct pair seen = shared;
    pthread_mutex_unlock(&m);
    assert(seen.a == seen.b);
    pthread_join(t, 0);
    return 0;
}
