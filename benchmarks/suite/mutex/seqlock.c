/*
 * Sequence lock: readers retry when a writer was there. BAD accepts an odd sequence number. TRIES reads per reader.
 */
#include <assert.h>
#include <pthread.h>

#ifndef WRITES
#define WRITES 1
#endif
#ifndef READERS
#define READERS 1
#endif
#ifndef TRIES
#define TRIES 2
#endif

static volatile unsigned sequence;
static volatile int x, y;

static void *writer(void *unused) {
    for (int i = 1; i <= WRITES; i++) {
        sequence = sequence + 1;
        x = i;
        y = i;
        sequence = sequence + 1;
    }
    return NULL;
}

static void *reader(void *unused) {
    for (int i = 0; i < TRIES; i++) {
        unsigned before = sequence;
#ifndef BAD
        if (before % 2)
            continue;
#endif
        int a = x, b = y;
        if (sequence == before) {
            assert(a == b);
            break;
        }
    }
    return NULL;
}

int main(void) {
    pthread_t w, readers[READERS];
    pthread_create(&w, NULL, writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, reader, NULL);
    pthread_join(w, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    return 0;
}
