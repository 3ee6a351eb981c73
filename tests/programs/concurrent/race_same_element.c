// verdict: data-race
/* The same element by two names. */
#include <pthread.h>

int a[2], *p = &a[1];

void *first(void *unused) {
    *p = 1;  // here
    return 0;
}

void *second(void *unused) {
    a[1] = 2;  // here
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
