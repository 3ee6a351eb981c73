// verdict: safe  bounds: races=1
/* The barrier separates the phases. */
#include <pthread.h>

int x;
pthread_barrier_t barrier;

void *first(void *unused) {
    x = 1;
    pthread_barrier_wait(&barrier);
    return 0;
}

void *second(void *unused) {
    pthread_barrier_wait(&barrier);
    x = 2;
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
