/*
 * A ring buffer for one producer and one consumer, synchronised by its two indices alone. BAD publishes the index
 * before the item is there.
 */
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 2
#endif
#ifndef ITEMS
#define ITEMS 3
#endif

static volatile int ring[SIZE];
static volatile unsigned written, read_;

static void *producer(void *unused) {
    for (int i = 1; i <= ITEMS; i++) {
        while (written - read_ == SIZE)
            ;
#ifdef BAD
        unsigned position = written;
        written = position + 1;
        ring[position % SIZE] = i;
#else
        ring[written % SIZE] = i;
        written = written + 1;
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t p;
    pthread_create(&p, NULL, producer, NULL);
    for (int i = 1; i <= ITEMS; i++) {
        while (written == read_)
            ;
        assert(ring[read_ % SIZE] == i);
        read_ = read_ + 1;
    }
    pthread_join(p, NULL);
    return 0;
}
