// verdict: assertion
/* A thread creates a thread; nobody waits for the inner one. */
#include <assert.h>
#include <pthread.h>

int x;

void *inner(void *unused) {
    x = 1;
    return 0;
}

void *outer(void *unused) {
    pthread_t t;
    pthread_create(&t, 0, inner, 0);
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, outer, 0);
    pthread_join(t, 0);
    assert(x == 1);  // here
    return 0;
}
