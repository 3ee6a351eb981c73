// verdict: safe
/* The local is touched by one thread at a time. */
#include <assert.h>
#include <pthread.h>

void *worker(void *argument) {
    int *counter = argument;
    (*counter)++;
    return 0;
}

int main(void) {
    int counter = 0;
    pthread_t t;
    counter++;
    pthread_create(&t, 0, worker, &counter);
    pthread_join(t, 0);
    counter++;
    assert(counter == 3);
    return 0;
}
