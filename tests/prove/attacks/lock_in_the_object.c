// reach,locks
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int total, copies;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *handle(void *argument) {
    int *share = argument;
    pthread_mutex_lock(&m); // safe
    total += *share;
    copies += *share;
    assert(total == copies);
    pthread_mutex_unlock(&m); // safe
    free(share);
    return 0;
}

int main(void) {
    for (;;) {
        pthread_t t;
        int *share = malloc(sizeof *share);
        *share = 1;
        pthread_create(&t, 0, handle, share);
        pthread_detach(t);
    }
}
