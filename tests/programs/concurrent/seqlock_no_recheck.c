// verdict: assertion
/* The reader looks at the sequence number before, but not after. */
#include <assert.h>
#include <pthread.h>

volatile unsigned sequence;
volatile int x, y;

void *writer(void *unused) {
    sequence++;
    x = 1;
    y = 1;
    sequence++;
    return 0;
}

void *reader(void *unused) {
    unsigned before = sequence;
    int a = x, b = y;
    if (before % 2 == 0)
        assert(a == b);  // here
    return 0;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, writer, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}
