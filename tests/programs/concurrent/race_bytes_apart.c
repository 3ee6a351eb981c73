// verdict: safe  bounds: races=1
/* Neighbouring bytes of one struct. */
#include <pthread.h>

struct {
    char a, b;
} s;

void *first(void *unused) {
    s.a = 1;
    return 0;
}

void *second(void *unused) {
    s.b = 1;
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
