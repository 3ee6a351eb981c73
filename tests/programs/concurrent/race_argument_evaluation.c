// verdict: data-race
/* The race is in the evaluation of an argument. */
#include <pthread.h>

int x, y;

int twice(int n) { return n * 2; }

void *first(void *unused) {
    y = twice(x);  // here
    return 0;
}

void *second(void *unused) {
    x = 3;  // here
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
