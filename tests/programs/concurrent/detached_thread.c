// verdict: assertion
/* A detached thread may run before or after what main does. */
#include <assert.h>
#include <pthread.h>

int ready;

void *worker(void *unused) {
    assert(ready);  // here
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
    ready = 1;
    return 0;
}
