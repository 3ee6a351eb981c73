// verdict: assertion
/* The halves are written one after the other, the whole is read in between. */
#include <assert.h>
#include <pthread.h>

union {
    unsigned long whole;
    unsigned half[2];
} shared;

void *writer(void *unused) {
    shared.half[0] = 1;
    shared.half[1] = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned long seen = shared.whole;
    assert(seen == 0 || seen == 0x100000001);  // here
    pthread_join(t, 0);
    return 0;
}
