// verdict: data-race
/* Neighbouring bit-fields share their memory. */
#include <pthread.h>

struct {
    unsigned a : 3, b : 3;
} s;

void *first(void *unused) {
    s.a = 1;  // here
    return 0;
}

void *second(void *unused) {
    s.b = 1;  // here
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
