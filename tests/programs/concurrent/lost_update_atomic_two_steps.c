// verdict: assertion
/* x = x + 1 is an atomic read and an atomic write, not an atomic increment. */
#include <assert.h>
#include <pthread.h>

_Atomic int x;

void *worker(void *unused) {
    x = x + 1;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);  // here
    return 0;
}
