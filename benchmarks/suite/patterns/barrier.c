/*
 * Phases separated by a barrier. WHICH: 0 pthread_barrier, 1 a counter to spin on with a sense that changes sides, 2
 * the same without the sense: a fast thread enters the next phase's barrier while a slow one is still leaving, and
 * resets the counter.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef PHASES
#define PHASES 2
#endif
#ifndef WHICH
#define WHICH 0
#endif

static volatile int phase[THREADS];

#if WHICH == 0
static pthread_barrier_t barrier;
static void arrive(int *sense) { pthread_barrier_wait(&barrier); }
#elif WHICH == 1
static volatile int arrived, side;
static void arrive(int *sense) {
    *sense = !*sense;
    if (__sync_add_and_fetch(&arrived, 1) == THREADS) {
        arrived = 0;
        side = *sense;
    } else
        while (side != *sense)
            ;
}
#else
static volatile int arrived, opened;
static void arrive(int *sense) {
    if (__sync_add_and_fetch(&arrived, 1) == THREADS) {
        arrived = 0;
        opened = 1;
    } else
        while (!opened)
            ;
}
#endif

static void *worker(void *argument) {
    int me = (int)(long)argument, sense = 0;
    for (int i = 1; i <= PHASES; i++) {
        phase[me] = i;
        arrive(&sense);
        for (int k = 0; k < THREADS; k++)
            assert(phase[k] >= i);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
#if WHICH == 0
    pthread_barrier_init(&barrier, NULL, THREADS);
#endif
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
