// verdict: safe
// except: cseq cut
/* Waiting for a flag in a loop before reading the data. */
#include <assert.h>
#include <pthread.h>

int data;
volatile int ready;

void *producer(void *unused) {
    data = 3;
    ready = 1;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (!ready)
        ;
    assert(data == 3);
    pthread_join(t, 0);
    return 0;
}
