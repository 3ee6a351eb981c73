// verdict: safe
/* A recursive mutex may be locked again by its owner and keeps the others out until the last unlock. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t m;

void add(int n) {
    pthread_mutex_lock(&m);
    if (n > 0) {
        x++;
        add(n - 1);
    }
    pthread_mutex_unlock(&m);
}

void *worker(void *unused) {
    add(2);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attributes);
    pthread_mutexattr_destroy(&attributes);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 4);
    return 0;
}
