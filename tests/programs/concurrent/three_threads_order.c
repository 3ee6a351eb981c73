// verdict: assertion
/* Only one order of three threads reaches the bad value. */
#include <assert.h>
#include <pthread.h>

int x;

void *add(void *unused) {
    x += 3;
    return 0;
}

void *twice(void *unused) {
    x *= 2;
    return 0;
}

void *minus(void *unused) {
    x -= 1;
    return 0;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, minus, 0);
    pthread_create(&b, 0, twice, 0);
    pthread_create(&c, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(x != 4);  // here
    return 0;
}
