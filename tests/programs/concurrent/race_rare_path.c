// verdict: data-race
/* The racing write is reached only after the other thread's message. */
#include <pthread.h>
#include <stdatomic.h>

int x, y;
atomic_int go;

void *first(void *unused) {
    atomic_store(&go, 1);
    y = x;  // here
    return 0;
}

void *second(void *unused) {
    if (atomic_load(&go))
        x = 1;  // here
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
