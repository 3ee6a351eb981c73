// unsafe: reach
/* A server: a thread for each client, that is detached, and counts without the lock. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int served, logged;

void *serve(void *unused) {
    served++;
    logged++;
    assert(served == logged);
    return unused;
}

int main(void) {
    for (;;) {
        pthread_t client;
        pthread_create(&client, 0, serve, 0);
        pthread_detach(client);
    }
}
