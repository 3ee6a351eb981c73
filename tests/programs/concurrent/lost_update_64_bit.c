// verdict: assertion
/* A 64-bit counter loses updates like any other. */
#include <assert.h>
#include <pthread.h>

unsigned long long x = 0xffffffff;

void *worker(void *unused) {
    x++;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 0x100000001);  // here
    return 0;
}
