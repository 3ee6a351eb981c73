// verdict: assertion
/* A static local is shared by all threads that call the function. */
#include <assert.h>
#include <pthread.h>

int next(void) {
    static int counter;
    counter += 1;
    return counter;
}

void *worker(void *unused) {
    next();
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(next() == 3);  // here
    return 0;
}
