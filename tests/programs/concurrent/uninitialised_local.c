// verdict: assertion
/* An uninitialised variable may hold anything. */
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *unused) {
    unsigned char value;
    x = value & 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(x == 0);  // here
    return 0;
}
