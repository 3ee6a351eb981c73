// verdict: safe
/* As before, but x is set before the thread is there. What follows pthread_exit is never reached. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    assert(x == 1);
    return 0;
}

int main(void) {
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, worker, 0);
    pthread_exit(0);
    assert(0);
}
