// proved: reach,memory,locks,deadlock
/* A server: a thread for each client, that is detached and counts under a lock. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int served, logged;

void *serve(void *unused) {
    pthread_mutex_lock(&lock);
    served++;
    logged++;
    assert(served == logged);
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
