// verdict: safe  bounds: races=1
/* Two reads are no race. */
#include <pthread.h>

int x = 1, y, z;

void *first(void *unused) {
    y = x;
    return 0;
}

void *second(void *unused) {
    z = x;
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
