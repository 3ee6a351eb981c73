// verdict: assertion
/* x += n reads x before it writes it. */
#include <assert.h>
#include <pthread.h>

int x = 10;

void *add(void *unused) {
    x += 5;
    return 0;
}

void *subtract(void *unused) {
    x -= 5;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, subtract, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 10);  // here
    return 0;
}
