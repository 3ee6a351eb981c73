// verdict: safe
/* CoRR: a thread never reads values of one variable in the wrong order. */
#include <assert.h>
#include <pthread.h>

volatile int x;

void *writer(void *unused) {
    x = 1;
    x = 2;
    return 0;
}

void *reader(void *unused) {
    int a = x, b = x;
    assert(a <= b);
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
