/* Peterson's algorithm, filter version for THREADS threads. BAD leaves the victim out: two threads enter together. */
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LOOPS
#define LOOPS 1
#endif

static volatile int level[THREADS], victim[THREADS], inside;

static int others_at(int me, int l) {
    for (int k = 0; k < THREADS; k++)
        if (k != me && level[k] >= l)
            return 1;
    return 0;
}

static void *worker(void *argument) {
    int me = (int)(long)argument;
    for (int i = 0; i < LOOPS; i++) {
        for (int l = 1; l < THREADS; l++) {
#ifdef BAD
            while (others_at(me, l))
                ;
            level[me] = l;
#else
            level[me] = l;
            victim[l] = me;
            while (others_at(me, l) && victim[l] == me)
                ;
#endif
        }
        inside++;
        assert(inside == 1);
        inside--;
        level[me] = 0;
    }
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
