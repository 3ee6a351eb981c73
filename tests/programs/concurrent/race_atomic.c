// verdict: safe  bounds: races=1
/* Atomic accesses do not race with each other. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *first(void *unused) {
    x++;
    return 0;
}

void *second(void *unused) {
    atomic_store(&x, 5);
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
