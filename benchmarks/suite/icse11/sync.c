/*
 * ICSE 2011, table 2: sync02. Two threads take turns through two condition variables; a counter goes up and down
 * between them. BAD lets the producer wake the wrong condition and test with `if`.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif
#ifndef PRODUCERS
#define PRODUCERS 1
#endif

static int number;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t empty = PTHREAD_COND_INITIALIZER, full = PTHREAD_COND_INITIALIZER;

#ifdef BAD
#define WAIT_WHILE if
#else
#define WAIT_WHILE while
#endif

static void *producer(void *unused) {
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        WAIT_WHILE (number > 0)
            pthread_cond_wait(&empty, &lock);
        number++;
        assert(number == 1);
        pthread_mutex_unlock(&lock);
        pthread_cond_signal(&full);
    }
    return NULL;
}

static void *consumer(void *unused) {
    for (int i = 0; i < ROUNDS * PRODUCERS; i++) {
        pthread_mutex_lock(&lock);
        WAIT_WHILE (number == 0)
            pthread_cond_wait(&full, &lock);
        number--;
        assert(number == 0);
        pthread_mutex_unlock(&lock);
        pthread_cond_signal(&empty);
    }
    return NULL;
}

int main(void) {
    pthread_t producers[PRODUCERS], c;
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&producers[i], NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    pthread_join(c, NULL);
    assert(number == 0);
    return 0;
}
