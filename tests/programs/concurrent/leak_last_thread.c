// verdict: memory-leak
/* The process ends with its last thread. */
#include <pthread.h>
#include <stdlib.h>

void *kept;

void *worker(void *unused) {
    kept = malloc(4);  // here
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
}
