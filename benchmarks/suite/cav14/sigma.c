/*
 * CAV 2014, row 72: sigma. THREADS threads mark one slot each; the slot is taken from a shared index that main moves on while
 * the threads start. FIXED hands every thread its own index.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 16
#endif

static int marks[THREADS + 1], index_;

static void *mark(void *argument) {
#ifdef FIXED
    marks[(long)argument] = 1;
#else
    marks[index_] = 1;
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, mark, (void *)i);
        index_++;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += marks[i];
    assert(sum == THREADS);
    return 0;
}
