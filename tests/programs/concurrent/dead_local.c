// verdict: dead-local
/* A thread leaves behind the address of its local. */
#include <pthread.h>

int *left_behind;

void *worker(void *unused) {
    int local = 5;
    left_behind = &local;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return *left_behind;  // here
}
