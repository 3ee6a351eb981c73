// verdict: safe  bounds: lost=1
// except: once undecided
/* The last thread ends the process; a global keeps what main has left. */
#include <pthread.h>
#include <stdlib.h>

int **kept;

void *worker(void *unused) {
    *kept = malloc(4);
    return 0;
}

int main(void) {
    pthread_t thread;
    kept = malloc(sizeof *kept);
    pthread_create(&thread, 0, worker, 0);
    pthread_exit(0);
}
