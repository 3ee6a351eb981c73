// verdict: safe
// except: cseq cut
/* One slot, one producer, one consumer, two flags to spin on. */
#include <assert.h>
#include <pthread.h>

volatile int full, slot;

void *producer(void *unused) {
    for (int i = 1; i <= 2; i++) {
        while (full)
            ;
        slot = i;
        full = 1;
    }
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    for (int i = 1; i <= 2; i++) {
        while (!full)
            ;
        assert(slot == i);
        full = 0;
    }
    pthread_join(t, 0);
    return 0;
}
