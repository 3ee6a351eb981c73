// verdict: dead-local
/* A thread-local variable lives as long as its thread, whoever knows where it was. */
#include <pthread.h>

_Thread_local int own;
int *left_behind;

void *worker(void *unused) {
    own = 1;
    left_behind = &own;
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    return *left_behind;  // here
}
