// verdict: assertion
/* A compare-and-swap that is not tried again loses the increment. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    int old = x;
    __sync_bool_compare_and_swap(&x, old, old + 1);
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
