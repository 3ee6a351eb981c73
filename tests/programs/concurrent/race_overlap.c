// verdict: data-race
/* An int and one of its bytes. */
#include <pthread.h>

int x;

void *first(void *unused) {
    x = 1;  // here
    return 0;
}

void *second(void *unused) {
    ((char *)&x)[3] = 1;  // here
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
