/* Dekker's algorithm for two threads. BAD does not step back: it asks for the turn only. */
#include <assert.h>
#include <pthread.h>

#ifndef LOOPS
#define LOOPS 1
#endif

static volatile int wants[2], turn, inside;

static void lock(int me) {
    int other = 1 - me;
#ifdef BAD
    while (wants[other] && turn != me)
        ;
    wants[me] = 1;
#else
    wants[me] = 1;
    while (wants[other])
        if (turn != me) {
            wants[me] = 0;
            while (turn != me)
                ;
            wants[me] = 1;
        }
#endif
}

static void unlock(int me) {
    turn = 1 - me;
    wants[me] = 0;
}

static void *worker(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < LOOPS; i++) {
        lock(me);
        inside++;
        assert(inside == 1);
        inside--;
        unlock(me);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0);
    pthread_create(&b, NULL, worker, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
