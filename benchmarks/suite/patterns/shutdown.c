/*
 * A server is shut down while a worker may still use its data. HOW: 0 joined before freeing, 1 a stop flag only (the
 * worker may be past its check), 2 a flag and a count of busy workers, looked at in the wrong order.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef HOW
#define HOW 0
#endif
#ifndef REQUESTS
#define REQUESTS 2
#endif

struct server {
    int served;
};

static struct server *server;
static volatile int stop, busy;

static void *worker(void *unused) {
    for (int i = 0; i < REQUESTS; i++) {
        if (stop)
            break;
        busy = 1;
        server->served++;
        busy = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    server = malloc(sizeof *server);
    if (!server)
        return 0;
    server->served = 0;
    pthread_create(&t, NULL, worker, NULL);
    stop = 1;
#if HOW == 0
    pthread_join(t, NULL);
    assert(server->served <= REQUESTS);
    free(server);
#elif HOW == 1
    free(server);
    pthread_join(t, NULL);
#else
    while (busy)
        ;
    free(server);
    pthread_join(t, NULL);
#endif
    return busy;
}
