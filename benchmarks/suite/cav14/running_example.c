/*
 * CAV 2014, figure 2 (in our own words): producers add to a counter under a lock, consumers take from it in two
 * steps, one of them outside the lock. A consumer can take what is not there. FIXED keeps test and decrement
 * together.
 */
#include <assert.h>
#include <pthread.h>

#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif

static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *produce(void *unused) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void *consume(void *unused) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    int there = count > 0;
#else
    int there = count > 0;
    pthread_mutex_lock(&lock);
#endif
    if (there) {
        count--;
        assert(count >= 0);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t p[PRODUCERS], c[CONSUMERS];
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&p[i], NULL, produce, NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&c[i], NULL, consume, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(p[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(c[i], NULL);
    return 0;
}
