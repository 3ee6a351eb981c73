/*
 * Nested monitor lock-out: a thread waits on an inner condition while it holds the outer lock that the signaller
 * needs. FIXED gives the outer lock back before it waits.
 */
#include <pthread.h>

static int ready;
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *waiter(void *unused) {
    pthread_mutex_lock(&outer);
#ifdef FIXED
    pthread_mutex_unlock(&outer);
#endif
    pthread_mutex_lock(&inner);
    while (!ready)
        pthread_cond_wait(&condition, &inner);
    pthread_mutex_unlock(&inner);
#ifndef FIXED
    pthread_mutex_unlock(&outer);
#endif
    return NULL;
}

static void *signaller(void *unused) {
    pthread_mutex_lock(&outer);
    pthread_mutex_lock(&inner);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&inner);
    pthread_mutex_unlock(&outer);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, signaller, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
