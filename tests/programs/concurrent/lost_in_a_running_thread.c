// verdict: safe  bounds: lost=1
// except: once undecided
/* Main returns while the other thread still works with its object, or is about to publish another one. */
#include <pthread.h>
#include <stdlib.h>

int *shared;
int x;

void *worker(void *unused) {
    int *mine = malloc(4);
    x = 1;
    shared = malloc(8);
    x = 2;
    free(mine);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return x;
}
