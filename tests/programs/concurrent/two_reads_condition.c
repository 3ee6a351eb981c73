// verdict: assertion
/* A condition that reads x twice can see two values. */
#include <assert.h>
#include <pthread.h>

int x;

void *writer(void *unused) {
    x = 1;
    x = 2;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    if (x == 1 && x == 2)
        assert(0);  // here
    pthread_join(t, 0);
    return 0;
}
