// verdict: assertion
/* Testing and setting in two steps lets both in. */
#include <assert.h>
#include <pthread.h>

int x;
volatile int lock;

void *worker(void *unused) {
    while (lock)
        ;
    lock = 1;
    x++;
    lock = 0;
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
