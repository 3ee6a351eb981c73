/*
 * ICSE 2011, table 2: circular_buffer. A ring of characters between a producer and a consumer, as in embedded code:
 * positions are private to the two sides, the fill level is shared. FIXED guards the level with a lock.
 */
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 3
#endif
#ifndef ITEMS
#define ITEMS 4
#endif

static char ring[SIZE];
static int level;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define LOCK() pthread_mutex_lock(&lock)
#define UNLOCK() pthread_mutex_unlock(&lock)
#else
#define LOCK()
#define UNLOCK()
#endif

static void *producer(void *unused) {
    int position = 0;
    for (int i = 1; i <= ITEMS; i++) {
        LOCK();
        int full = level == SIZE;
        UNLOCK();
        if (full)
            break;
        ring[position] = (char)i;
        position = (position + 1) % SIZE;
        LOCK();
        level++;
        UNLOCK();
    }
    return NULL;
}

static void *consumer(void *unused) {
    int position = 0, expected = 1;
    for (int i = 1; i <= ITEMS; i++) {
        LOCK();
        int empty = level == 0;
        UNLOCK();
        if (empty)
            break;
        assert(ring[position] == expected);
        expected++;
        position = (position + 1) % SIZE;
        LOCK();
        level--;
        UNLOCK();
    }
    return NULL;
}

int main(void) {
    pthread_t p, c;
    pthread_create(&p, NULL, producer, NULL);
    pthread_create(&c, NULL, consumer, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    return 0;
}
