/*
 * CAV 2014, row 63: qrcu. Read-copy-update with two reader counters: a reader holds the counter of the current index,
 * an updater flips the index and waits until the other counter is released. An updater that finds no reader counted
 * may return at once (the quick path), but must have looked twice: the sum of two counters read at different times
 * means nothing while another updater flips. BAD looks once. No updater may finish while a reader that was inside
 * when it began is still inside.
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

#ifndef READERS
#define READERS 1
#endif
#ifndef UPDATERS
#define UPDATERS 2
#endif

static volatile int index_, counter[2] = {1, 0}, progress[READERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int __VERIFIER_atomic_take(int which) {
    if (counter[which] == 0)
        return 0;
    counter[which]++;
    return 1;
}

static void __VERIFIER_atomic_add(int which, int n) { counter[which] += n; }

static void *reader(void *argument) {
    int me = (int)(long)argument;
    int mine = index_;
    if (!__VERIFIER_atomic_take(mine))
        return NULL;
    progress[me] = 1;
    progress[me] = 2;
    __VERIFIER_atomic_add(mine, -1);
    return NULL;
}

static int quiet(void) {
    int sum = counter[1];
    sum += counter[0];
    return sum <= 1;
}

static void flip(void) {
    pthread_mutex_lock(&lock);
    int old = index_;
    if (counter[old] != 1) {
        __VERIFIER_atomic_add(1 - old, 1);
        index_ = 1 - old;
        __VERIFIER_atomic_add(old, -1);
        __VERIFIER_assume(counter[old] == 0);
    }
    pthread_mutex_unlock(&lock);
}

static void *updater(void *unused) {
    int inside[READERS];
    for (int i = 0; i < READERS; i++)
        inside[i] = progress[i] == 1;
#ifdef BAD
    if (!quiet())
        flip();
#else
    if (!quiet() || !quiet())
        flip();
#endif
    for (int i = 0; i < READERS; i++)
        assert(!(inside[i] && progress[i] == 1));
    return NULL;
}

int main(void) {
    pthread_t readers[READERS], updaters[UPDATERS];
    for (long i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, reader, (void *)i);
    for (int i = 0; i < UPDATERS; i++)
        pthread_create(&updaters[i], NULL, updater, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    for (int i = 0; i < UPDATERS; i++)
        pthread_join(updaters[i], NULL);
    return 0;
}
