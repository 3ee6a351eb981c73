// unsafe: locks
/* Each thread detaches itself, and is detached by main: it may have ended by then. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int busy;

void *serve(void *unused) {
    pthread_detach(pthread_self());
    pthread_mutex_lock(&lock);
    busy = 1;
    assert(busy == 1);
    busy = 0;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    for (;;) {
        pthread_t client;
        pthread_create(&client, 0, serve, 0);
        pthread_detach(client);
    }
}
