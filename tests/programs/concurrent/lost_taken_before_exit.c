// verdict: lost-memory
// except: once undecided
/* Main may return after the other thread has taken the object away, before it gives it back. */
#include <pthread.h>
#include <stdlib.h>

int *shared, *other;
_Atomic int taken;

void *take(void *unused) {
    int *mine = shared;
    shared = 0;
    taken = 1;
    free(mine);
    other = malloc(8);  // here
    other = 0;
    return 0;
}

int main(void) {
    pthread_t thread;
    shared = malloc(4);
    pthread_create(&thread, 0, take, 0);
    return taken;
}
