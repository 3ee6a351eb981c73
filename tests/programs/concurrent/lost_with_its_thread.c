// verdict: lost-memory
/* What only variables of a thread point to is lost when the thread has ended. */
#include <pthread.h>
#include <stdlib.h>

_Thread_local int *own;

void *worker(void *unused) {
    own = malloc(4);  // here
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return 0;
}
