/*
 * The lost wake-up. HOW: 0 correct, 1 the flag is tested before the lock is taken, 2 the signal is sent before the
 * flag is set, 3 the waiter does not test the flag at all.
 */
#include <assert.h>
#include <pthread.h>

#ifndef HOW
#define HOW 0
#endif

static volatile int ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waker(void *unused) {
#if HOW == 2
    pthread_cond_signal(&condition);
    ready = 1;
#else
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
#endif
    return NULL;
}

static void *waiter(void *unused) {
#if HOW == 1
    if (!ready) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&condition, &lock);
        pthread_mutex_unlock(&lock);
    }
#else
    pthread_mutex_lock(&lock);
#if HOW == 3
    pthread_cond_wait(&condition, &lock);
#else
    while (!ready)
        pthread_cond_wait(&condition, &lock);
#endif
    pthread_mutex_unlock(&lock);
#endif
    assert(ready);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
