// verdict: data-race
/* A write and a read. */
#include <pthread.h>

int x, y;

void *first(void *unused) {
    x = 1;  // here
    return 0;
}

void *second(void *unused) {
    y = x;  // here
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
