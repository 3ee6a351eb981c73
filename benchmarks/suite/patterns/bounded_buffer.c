/*
 * A bounded buffer with two semaphores and a lock, PRODUCERS producers and CONSUMERS consumers, ITEMS items each way.
 * BAD leaves the lock out: two producers write one slot.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef SIZE
#define SIZE 2
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef CONSUMERS
#define CONSUMERS 1
#endif
#ifndef ITEMS
#define ITEMS 1
#endif
#define TOTAL (PRODUCERS * ITEMS)

static int buffer[SIZE], in, out;
static int received[TOTAL + 1];
static sem_t space, items;
#ifdef BAD
#define LOCK()
#define UNLOCK()
#else
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#endif

static void put(int value) {
    sem_wait(&space);
    LOCK();
    buffer[in] = value;
    in = (in + 1) % SIZE;
    UNLOCK();
    sem_post(&items);
}

static int get(void) {
    sem_wait(&items);
    LOCK();
    int value = buffer[out];
    buffer[out] = 0;
    out = (out + 1) % SIZE;
    UNLOCK();
    sem_post(&space);
    return value;
}

static void *producer(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < ITEMS; i++)
        put(me * ITEMS + i + 1);
    return NULL;
}

static void *consumer(void *unused) {
    for (int i = 0; i < TOTAL / CONSUMERS; i++) {
        int value = get();
        assert(1 <= value && value <= TOTAL);
        assert(__sync_add_and_fetch(&received[value], 1) == 1);
    }
    return NULL;
}

int main(void) {
    pthread_t p[PRODUCERS], c[CONSUMERS];
    sem_init(&space, 0, SIZE);
    sem_init(&items, 0, 0);
    for (long i = 0; i < PRODUCERS; i++)
        pthread_create(&p[i], NULL, producer, (void *)i);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(p[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(c[i], NULL);
    return 0;
}
