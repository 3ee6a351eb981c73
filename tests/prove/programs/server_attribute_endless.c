// proved: reach,memory,locks,deadlock
/* Threads are created as detached ones. */
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
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    for (;;) {
        pthread_t client;
        pthread_create(&client, &attributes, serve, 0);
    }
}
