// verdict: assertion
/* Two neighbouring bit-fields share a storage unit: writing one can undo the other. */
#include <assert.h>
#include <pthread.h>

struct {
    unsigned a : 4, b : 4;
} flags;

void *write_a(void *unused) {
    flags.a = 1;
    return 0;
}

void *write_b(void *unused) {
    flags.b = 1;
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, write_a, 0);
    pthread_create(&t, 0, write_b, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(flags.a == 1 && flags.b == 1);  // here
    return 0;
}
