/*
 * CAV 2014, row 67: read-write lock. Writers exclude everybody, readers count each other. Without FIXED a reader
 * leaves with a decrement in two steps; two readers that leave together keep or lose the lock.
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

static volatile int writing, reading, x, y;

static void __VERIFIER_atomic_begin_write(void) {
    __VERIFIER_assume(writing == 0 && reading == 0);
    writing = 1;
}

static void __VERIFIER_atomic_begin_read(void) {
    __VERIFIER_assume(writing == 0);
    reading++;
}

#ifdef FIXED
static void __VERIFIER_atomic_end_read(void) { reading--; }
#else
static void end_read(void) {
    int left = reading - 1;
    reading = left;
}
#define __VERIFIER_atomic_end_read end_read
#endif

static void *writer(void *argument) {
    __VERIFIER_atomic_begin_write();
    x = (int)(long)argument;
    y = (int)(long)argument;
    writing = 0;
    return NULL;
}

static void *reader(void *unused) {
    __VERIFIER_atomic_begin_read();
    int seen_x = x, seen_y = y;
    assert(seen_x == seen_y);
    __VERIFIER_atomic_end_read();
    return NULL;
}

int main(void) {
    pthread_t w[2], r[2];
    pthread_create(&r[0], NULL, reader, NULL);
    pthread_create(&w[0], NULL, writer, (void *)3);
    pthread_create(&w[1], NULL, writer, (void *)4);
    pthread_create(&r[1], NULL, reader, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_join(w[i], NULL);
        pthread_join(r[i], NULL);
    }
    return 0;
}
