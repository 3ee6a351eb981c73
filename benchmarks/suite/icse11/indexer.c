/*
 * ICSE 2011, table 2: indexer. Threads insert messages into a shared hash table with compare-and-swap; collisions
 * move on to the next slot. Up to eleven threads never collide. RACY tests and sets in two steps.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef MESSAGES
#define MESSAGES 4
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef STRIDE
#define STRIDE 11
#endif

static int table[SIZE];

static int claim(int slot, int message) {
#ifdef RACY
    if (table[slot] != 0)
        return 0;
    table[slot] = message;
    return 1;
#else
    return __sync_bool_compare_and_swap(&table[slot], 0, message);
#endif
}

static void *insert(void *argument) {
    int me = (int)(long)argument;
    for (int m = 1; m <= MESSAGES; m++) {
        int message = m * STRIDE + me;
        int slot = message * 7 % SIZE;
        while (!claim(slot, message))
            slot = (slot + 1) % SIZE;
        assert(table[slot] == message);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, insert, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int used = 0;
    for (int i = 0; i < SIZE; i++)
        used += table[i] != 0;
    assert(used == THREADS * MESSAGES);
    return 0;
}
