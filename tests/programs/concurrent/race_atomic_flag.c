// verdict: safe  bounds: races=1
/* An atomic flag orders the data. */
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int flag;

void *first(void *unused) {
    x = 1;
    atomic_store(&flag, 1);
    return 0;
}

void *second(void *unused) {
    if (atomic_load(&flag))
        x = 2;
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
