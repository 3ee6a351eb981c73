// verdict: assertion
/* p ? p : 1 can still be zero. */
#include <assert.h>
#include <pthread.h>

volatile int p = 5;

void *writer(void *unused) {
    p = 0;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    int value = p ? p : 1;
    assert(value != 0);  // here
    pthread_join(t, 0);
    return 0;
}
