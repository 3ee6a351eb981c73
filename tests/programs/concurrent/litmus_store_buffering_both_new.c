// verdict: assertion
/* SB: both threads can read the new value. */
#include <assert.h>
#include <pthread.h>

volatile int x, y;
int r1, r2;

void *first(void *unused) {
    x = 1;
    r1 = y;
    return 0;
}

void *second(void *unused) {
    y = 1;
    r2 = x;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!(r1 == 1 && r2 == 1));  // here
    return 0;
}
