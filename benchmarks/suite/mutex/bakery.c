/* Lamport's bakery. BAD leaves out the `choosing` flags: two threads draw the same ticket and one looks too early. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static volatile int choosing[THREADS], ticket[THREADS], inside;

static void lock(int me) {
#ifndef BAD
    choosing[me] = 1;
#endif
    int highest = 0;
    for (int k = 0; k < THREADS; k++) {
        int seen = ticket[k];
        if (seen > highest)
            highest = seen;
    }
    ticket[me] = highest + 1;
    choosing[me] = 0;
    for (int k = 0; k < THREADS; k++) {
        if (k == me)
            continue;
        while (choosing[k])
            ;
        for (;;) {
            int his = ticket[k];
            if (his == 0 || his > highest + 1 || (his == highest + 1 && k > me))
                break;
        }
    }
}

static void *worker(void *argument) {
    int me = (int)(long)argument;
    lock(me);
    inside++;
    assert(inside == 1);
    inside--;
    ticket[me] = 0;
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, worker, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
