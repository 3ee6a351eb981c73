// verdict: assertion
/* A local of main is shared once its address is handed out. */
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
    pthread_create(&t, 0, worker, &counter);
    counter++;
    pthread_join(t, 0);
    assert(counter == 2);  // here
    return 0;
}
