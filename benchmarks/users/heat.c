/* Heat along a rod, in steps that all threads take together. BUG: no barrier between computing and copying. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define CELLS 16
#define THREADS 2
#define STEPS 3

static int now[CELLS], next[CELLS];
static pthread_barrier_t barrier;

struct part {
    int first, last; /* cells first..last-1 */
};

static int left_of(int i)
{
    return i > 0 ? now[i - 1] : now[i];
}

static int right_of(int i)
{
    return i < CELLS - 1 ? now[i + 1] : now[i];
}

static void wait_for_all(void)
{
    int result = pthread_barrier_wait(&barrier);

    if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD) {
        fprintf(stderr, "barrier: %d\n", result);
        exit(EXIT_FAILURE);
    }
}

static void *simulate(void *arg)
{
    struct part *p = arg;

    for (int step = 0; step < STEPS; step++) {
        for (int i = p->first; i < p->last; i++)
            next[i] = (left_of(i) + 2 * now[i] + right_of(i)) / 4;
#ifndef BUG
        wait_for_all();
#endif
        for (int i = p->first; i < p->last; i++)
            now[i] = next[i];
        wait_for_all();
    }
    return NULL;
}

static void sequential(int *cells)
{
    int copy[CELLS];

    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < CELLS; i++) {
            int left = i > 0 ? cells[i - 1] : cells[i];
            int right = i < CELLS - 1 ? cells[i + 1] : cells[i];
            copy[i] = (left + 2 * cells[i] + right) / 4;
        }
        for (int i = 0; i < CELLS; i++)
            cells[i] = copy[i];
    }
}

int main(void)
{
    pthread_t threads[THREADS];
    struct part parts[THREADS];
    int reference[CELLS];

    for (int i = 0; i < CELLS; i++)
        reference[i] = now[i] = i >= 6 && i < 10 ? 800 : 0;
    if (pthread_barrier_init(&barrier, NULL, THREADS) != 0) {
        fprintf(stderr, "no barrier\n");
        return EXIT_FAILURE;
    }
    for (int t = 0; t < THREADS; t++) {
        parts[t].first = t * CELLS / THREADS;
        parts[t].last = (t + 1) * CELLS / THREADS;
        if (pthread_create(&threads[t], NULL, simulate, &parts[t]) != 0)
            return EXIT_FAILURE;
    }
    for (int t = 0; t < THREADS; t++)
        pthread_join(threads[t], NULL);
    sequential(reference);
    for (int i = 0; i < CELLS; i++) {
        printf("%d ", now[i]);
        assert(now[i] == reference[i]);
    }
    printf("\n");
    pthread_barrier_destroy(&barrier);
    return EXIT_SUCCESS;
}
