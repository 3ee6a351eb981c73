/*
 * CAV 2014, row 72: sigma. THREADS threads mark one slot each; the slot is taken from a shared index that main moves
 * on while the threads start. A last thread adds up the marks if all are done. FIXED hands every thread its own
 * index.
 */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 16
#endif

static int marks[THREADS + 1], index_, done;

static void *mark(void *argument) {
#ifdef FIXED
    marks[(long)argument] = 1;
#else
    marks[index_] = 1;
#endif
    __sync_fetch_and_add(&done, 1);
    return NULL;
}

static void *add_up(void *unused) {
    if (done < THREADS)
        return NULL;
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += marks[i];
    assert(sum == THREADS);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS], last;
    for (long i = 0; i < THREADS; i++) {
        pthread_create(&threads[i], NULL, mark, (void *)i);
        index_++;
    }
    pthread_create(&last, NULL, add_up, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(last, NULL);
    return 0;
}
