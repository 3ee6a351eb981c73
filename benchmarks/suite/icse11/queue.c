/*
 * ICSE 2011, table 2 (CAV 2014, row 65): queue. One thread enqueues ITEMS numbers, the other takes them out and
 * expects them in order; a flag says whose turn it is. Without FIXED the consumer looks at the flag only once.
 */
#include <assert.h>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 3
#endif

static int elements[ITEMS + 1], head, tail, amount;
static volatile int filled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void enqueue(int value) {
    elements[tail] = value;
    tail = (tail + 1) % (ITEMS + 1);
    amount++;
}

static int dequeue(void) {
    int value = elements[head];
    head = (head + 1) % (ITEMS + 1);
    amount--;
    return value;
}

static void *producer(void *unused) {
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        enqueue(i);
        filled = 1;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consumer(void *unused) {
#ifdef FIXED
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&lock);
        if (amount == 0)
            i--;
        else
            assert(dequeue() == i);
        pthread_mutex_unlock(&lock);
    }
#else
    if (filled)
        for (int i = 1; i <= ITEMS; i++) {
            pthread_mutex_lock(&lock);
            assert(dequeue() == i);
            pthread_mutex_unlock(&lock);
        }
#endif
    return NULL;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
#ifdef FIXED
    assert(amount == 0);
#endif
    return 0;
}
