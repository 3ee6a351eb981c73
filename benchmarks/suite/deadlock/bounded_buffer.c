/*
 * Producers and consumers on one condition variable. With signal instead of broadcast (BAD) a producer can wake a
 * producer, and everybody sleeps.
 */
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif

static int full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

#ifdef BAD
#define NOTIFY() pthread_cond_signal(&changed)
#else
#define NOTIFY() pthread_cond_broadcast(&changed)
#endif

static void *producer(void *unused) {
    pthread_mutex_lock(&lock);
    while (full)
        pthread_cond_wait(&changed, &lock);
    full = 1;
    NOTIFY();
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consumer(void *unused) {
    pthread_mutex_lock(&lock);
    while (!full)
        pthread_cond_wait(&changed, &lock);
    full = 0;
    NOTIFY();
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t p[PRODUCERS], c[CONSUMERS];
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&p[i], NULL, producer, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(p[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(c[i], NULL);
    return 0;
}
