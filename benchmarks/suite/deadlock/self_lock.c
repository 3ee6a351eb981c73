/* A function that locks calls another one that locks the same mutex. FIXED makes the mutex recursive. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static int x;
static pthread_mutex_t lock;

static void add(int n) {
    pthread_mutex_lock(&lock);
    x += n;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (x < 2)
        add(1);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
#ifdef FIXED
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
#endif
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}
