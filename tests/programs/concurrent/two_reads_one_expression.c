// verdict: assertion
/* x + x is even only if nobody writes x in between. */
#include <assert.h>
#include <pthread.h>

volatile int x;

void *writer(void *unused) {
    x = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int sum = x + x;
    assert(sum % 2 == 0);  // here
    pthread_join(t, 0);
    return 0;
}
