// verdict: assertion
/* The flag goes up before the last part of the data is there. */
#include <assert.h>
#include <pthread.h>

int data[2];
volatile int ready;

void *producer(void *unused) {
    data[0] = 3;
    ready = 1;
    data[1] = 4;
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    while (!ready)
        ;
    assert(data[0] == 3 && data[1] == 4);  // here
    pthread_join(t, 0);
    return 0;
}
