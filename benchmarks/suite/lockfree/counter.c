/* A counter without locks: compare-and-swap in a loop. ONCE tries only once, PLAIN does not try at all. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LOOPS
#define LOOPS 1
#endif

static atomic_int counter;

static void increment(void) {
#if defined(PLAIN)
    atomic_store(&counter, atomic_load(&counter) + 1);
#elif defined(ONCE)
    int old = atomic_load(&counter);
    atomic_compare_exchange_strong(&counter, &old, old + 1);
#else
    int old = atomic_load(&counter);
    while (!atomic_compare_exchange_strong(&counter, &old, old + 1))
        ;
#endif
}

static void *worker(void *unused) {
    for (int i = 0; i < LOOPS; i++)
        increment();
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS * LOOPS);
    return 0;
}
