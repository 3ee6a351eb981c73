// verdict: safe
/* The whole is written in one step; the halves of one reading agree. */
#include <assert.h>
#include <pthread.h>

union value {
    unsigned long whole;
    unsigned half[2];
} shared;

void *writer(void *unused) {
    shared.whole = 0x100000001;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    union value seen = {shared.whole};
    assert(seen.half[0] == seen.half[1]);
    pthread_join(t, 0);
    return 0;
}
