// verdict: safe  bounds: lost=1
// except: once undecided
/* Who comes second sees what the first one has published. */
#include <pthread.h>
#include <stdlib.h>

int *shared;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *publish(void *unused) {
    pthread_mutex_lock(&mutex);
    if (!shared)
        shared = malloc(4);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, publish, 0);
    pthread_create(&b, 0, publish, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
