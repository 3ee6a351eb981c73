// verdict: reach-error
/* reach_error() is called when both flags are up. */
#include <pthread.h>

void reach_error(void) {}

volatile int a, b;

void *first(void *unused) {
    a = 1;
    if (b)
        reach_error();  // here
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, first, 0);
    b = 1;
    pthread_join(t, 0);
    return 0;
}
