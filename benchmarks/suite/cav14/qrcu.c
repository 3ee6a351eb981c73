/*
 * CAV 2014, row 63: qrcu. Read-copy-update with two reader counters: a reader holds the counter of the current index, the
 * updater flips the index and waits for the other counter. An updater that finds only one counter in use may skip the flip
 * (the quick path), if it has looked twice. BAD looks once; the sum of two counters read at different times means nothing.
 * READERS readers, one updater, which must not finish while a reader that was inside when it began is still inside.
 */
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int);

#ifndef READERS
#define READERS 1
#endif

static volatile int index_, counter[2] = {1, 0}, progress[READERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int __VERIFIER_atomic_take(int which) {
    if (counter[which] == 0)
        return 0;
    counter[which]++;
    return 1;
}

static void __VERIFIER_atomic_drop(int which) { counter[which]--; }

static void *reader(void *argument) {
    int me = (int)(long)argument;
    int mine = index_;
    if (!__VERIFIER_atomic_take(mine)) {
        mine = index_;
        if (!__VERIFIER_atomic_take(mine))
            return NULL;
    }
    progress[me] = 1;
    progress[me] = 2;
    __VERIFIER_atomic_drop(mine);
    return NULL;
}

static int quick(void) {
    int first = counter[1];
    int sum = first + counter[0];
    return sum <= 1;
}

static void *updater(void *unused) {
    int inside[READERS];
    for (int i = 0; i < READERS; i++)
        inside[i] = progress[i] == 1;
#ifdef BAD
    int skip = quick();
#else
    int skip = quick() && quick();
#endif
    if (!skip) {
        pthread_mutex_lock(&lock);
        int old = index_;
        counter[1 - old]++;
        index_ = 1 - old;
        __VERIFIER_atomic_drop(old);
        __VERIFIER_assume(counter[old] == 0);
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < READERS; i++)
        assert(!(inside[i] && progress[i] == 1));
    return NULL;
}

int main(void) {
    pthread_t readers[READERS], u;
    for (long i = 0; i < READERS; i++)
        pthread_create(&readers[i], NULL, reader, (void *)i);
    pthread_create(&u, NULL, updater, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(readers[i], NULL);
    pthread_join(u, NULL);
    return 0;
}
