/* Ticket lock. BAD draws the ticket in two steps. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LOOPS
#define LOOPS 1
#endif

static volatile unsigned next, serving, inside;

static void *worker(void *unused) {
    for (int i = 0; i < LOOPS; i++) {
#ifdef BAD
        unsigned mine = next++;
#else
        unsigned mine = __sync_fetch_and_add(&next, 1);
#endif
        while (serving != mine)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        serving = mine + 1;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
