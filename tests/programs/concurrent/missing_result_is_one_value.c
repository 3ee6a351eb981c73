// verdict: safe
/* A value that is missing may be any, but wherever it gets it is the same. */
#include <assert.h>
#include <pthread.h>

unsigned char first, second;

unsigned char none(void) {
}

int same(unsigned char left, unsigned char right) {
    return left == right;
}

void *worker(void *unused) {
    unsigned char value = none(), other = value;
    assert(same(value, value));
    first = value;
    second = other;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(first == second);
    return 0;
}
