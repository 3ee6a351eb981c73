/*
 * CAV 2014, row 32: pthread5. Threads hand a token on through shared flags; a supervisor checks that no two of them
 * hold it. OVERLAP takes the token before the predecessor has given it away.
 */
#include <assert.h>
#include <pthread.h>

#ifndef STATIONS
#define STATIONS 2
#endif

static volatile int holds[STATIONS + 1], passed[STATIONS + 1];

static void *station(void *argument) {
    int me = (int)(long)argument;
    if (me > 0 && !passed[me - 1])
        return NULL;
    holds[me] = 1;
#ifdef OVERLAP
    passed[me] = 1;
    holds[me] = 0;
#else
    holds[me] = 0;
    passed[me] = 1;
#endif
    return NULL;
}

static void *supervisor(void *unused) {
    for (int i = 0; i + 1 < STATIONS; i++) {
        int later = holds[i + 1];
        int earlier = holds[i];
        assert(!(later && earlier));
    }
    return NULL;
}

int main(void) {
    pthread_t threads[STATIONS], s;
    for (long i = 0; i < STATIONS; i++)
        pthread_create(&threads[i], NULL, station, (void *)i);
    pthread_create(&s, NULL, supervisor, NULL);
    for (int i = 0; i < STATIONS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(s, NULL);
    return 0;
}
