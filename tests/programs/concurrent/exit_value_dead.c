// verdict: dead-local
/* A thread that ends in a function leaves the address of one of its locals behind. */
#include <pthread.h>

static void leave(void) {
    int value = 4;
    pthread_exit(&value);
}

void *worker(void *unused) {
    leave();
    return 0;
}

int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    return *(int *)result;  // here
}
