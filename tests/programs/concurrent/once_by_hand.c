// verdict: assertion
/* A flag instead of pthread_once. */
#include <assert.h>
#include <pthread.h>

int value, done;

void *worker(void *unused) {
    if (!done) {
        done = 1;
        value = 42;
    }
    assert(value == 42);  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
