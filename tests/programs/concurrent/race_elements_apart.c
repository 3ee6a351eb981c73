// verdict: safe  bounds: races=1
/* Different elements of one array. */
#include <pthread.h>

int a[2];

void *first(void *unused) {
    a[0] = 1;
    return 0;
}

void *second(void *unused) {
    a[1] = 1;
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
