// verdict: assertion
/* Arguments are evaluated one by one. */
#include <assert.h>
#include <pthread.h>

volatile int x;

void same(int a, int b) { assert(a == b); }  // here

void *writer(void *unused) {
    x = 7;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    same(x, x);
    pthread_join(t, 0);
    return 0;
}
