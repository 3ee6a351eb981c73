// verdict: memory-leak
/* Main may return before the thread frees what it was given. */
#include <pthread.h>
#include <stdlib.h>

int *given;

void *worker(void *unused) {
    free(given);
    return 0;
}

int main(void) {
    pthread_t t;
    given = malloc(4);  // here
    pthread_create(&t, 0, worker, 0);
    return 0;
}
